package org.moide.commlib.message.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommException;
import org.moide.commlib.PendingReceive;
import org.moide.commlib.Slice;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.local.Liveness;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.ProgressThread;
import org.moide.commlib.message.mailbox.Mailbox;
import org.moide.commlib.message.mailbox.Message;
import org.moide.commlib.port.Signal;

final class PostedReceivesTest {
    private static final int SENDER = 0;
    private static final int RECEIVER = 1;
    private static final int TAG = 3;
    private static final int VALUE = 42;
    private static final NamedCall CALL = new NamedCall("receive", "from", SENDER, TAG, GroupMembers.all(RECEIVER, 2));

    private final Scene scene = new Scene();
    private final Mailbox mailbox = new Mailbox(scene, 2);
    private final CommCounters counters = new CommCounters(1, 0);
    private final Endpoint owner = new Endpoint(RECEIVER, mailbox.signal(), counters, System::nanoTime, 2);
    private final Endpoint service = new Endpoint(RECEIVER, mailbox.signal(), counters, System::nanoTime, 2);
    private final Release release = new Liveness(1, 2).of(0);
    private final PostedReceives posted = new PostedReceives(
            mailbox,
            owner,
            service,
            new ProgressThread(
                    "service",
                    new CommPorts(
                            () -> scene,
                            System::nanoTime,
                            new StreamCodec(),
                            UnexpectedFaults::fail,
                            CommLimits.DEFAULT),
                    new Liveness(1, 2)));

    /**
     * A signal that interrupts the owner's first wait. If {@code comes} is set, the service thread finds the message
     * just before that.
     */
    private final class Scene implements Signal {
        private final CountDownLatch found = new CountDownLatch(1);
        private final CountDownLatch interrupted = new CountDownLatch(1);
        private boolean comes;
        private int waits;

        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
            waits++;
            if (waits == 1) {
                if (comes) {
                    mailbox.put(new Message.Copied(SENDER, TAG, Envelope.NO_NOTE, Slice.of(new int[1])));
                    new Thread(() -> posted.bringIn(service), "service").start();
                    found.await();
                }
                throw new InterruptedException();
            }
            interrupted.countDown();
            while (!condition.getAsBoolean()) {
                Thread.onSpinWait();
            }
            return true;
        }

        @Override
        public void raise() {}

        /** Fetches the data on the service thread, but only after the owner was interrupted. */
        int intake(Message message, Endpoint by) {
            found.countDown();
            try {
                interrupted.await();
            } catch (InterruptedException unexpected) {
                throw new AssertionError(unexpected);
            }
            return VALUE;
        }
    }

    @Test
    void shouldTakeTheMessageThatTheServiceThreadHasJustFoundWhenTheOwnerIsInterrupted() {
        scene.comes = true;
        assertThat(posted.begin(SENDER, TAG, release, CALL, scene::intake).get())
                .isEqualTo(VALUE);
        assertThat(Thread.interrupted()).as("flag").isTrue();
    }

    @Test
    void shouldSayThatAReceiveWasGivenUpWhenItIsAwaitedAgainAfterAnInterruption() {
        PendingReceive<Integer> receive = posted.begin(SENDER, TAG, release, CALL, scene::intake);
        assertThatThrownBy(receive::await).isInstanceOf(CommException.class).hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).as("flag").isTrue();
        assertThatThrownBy(receive::await)
                .isInstanceOf(CommException.class)
                .hasMessageContaining("given up when its thread was interrupted");
        assertThat(posted.isIdle()).isTrue();
    }
}
