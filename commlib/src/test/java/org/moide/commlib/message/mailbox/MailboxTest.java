package org.moide.commlib.message.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.port.Signal;

final class MailboxTest {
    private static final int SENDER = 0;
    private static final int RECEIVER = 1;
    private static final int TAG = 3;

    /**
     * A signal that lets a sender claim the waiting receiver, then releases or interrupts the receiver, and only then
     * lets the sender copy.
     */
    private static final class LateCopy implements Signal, Release {
        private final boolean interrupts;
        private final Mailbox mailbox = new Mailbox(this, 2);
        private final Slice data = Slice.of(new int[] {4, 5});
        private Mailbox.@Nullable Posted claimed;
        private boolean released;

        LateCopy(boolean interrupts) {
            this.interrupts = interrupts;
        }

        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
            if (claimed != null) {
                mailbox.complete(claimed, Envelope.NO_NOTE, data);
                return condition.getAsBoolean();
            }
            claimed = mailbox.claim(SENDER, TAG, data);
            if (interrupts) {
                throw new InterruptedException();
            }
            released = true;
            return condition.getAsBoolean();
        }

        @Override
        public void raise() {}

        @Override
        public boolean holds() {
            return released;
        }

        @Override
        public void check(Object call) {
            throw new RunEndedException(call + ": released");
        }
    }

    /**
     * Releases or interrupts a receiver while a sender copies to it. The sender counts the message as received, so the
     * receiver must return it.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeTheMessageWhenASenderCopiesItWhileTheReceiverIsReleasedOrInterrupted(boolean interrupts) {
        LateCopy late = new LateCopy(interrupts);
        Endpoint receiver = new Endpoint(RECEIVER, late.mailbox.signal(), new CommCounters(1, 0), System::nanoTime, 2);
        int[] into = new int[2];
        Message message = late.mailbox.take(SENDER, TAG, Slice.of(into), receiver.waiter(), late, "take");
        assertThat(message.sender()).isEqualTo(SENDER);
        assertThat(into).containsExactly(4, 5);
        assertThat(Thread.interrupted()).as("flag").isEqualTo(interrupts);
    }
}
