package org.moide.commlib.message.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommException;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.port.Signal;

final class RoomQueueTest {
    private final AtomicBoolean room = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();
    private final RoomQueue queue = new RoomQueue(room::get);
    private final Sleeper sleeper = new Sleeper();
    private final Endpoint endpoint = new Endpoint(0, sleeper, new CommCounters(2, 0), () -> 0, 2);
    private final Release release = new Release() {
        @Override
        public boolean holds() {
            return over.get();
        }

        @Override
        public void check(Object call) {
            if (over.get()) {
                throw new CommException(call + ": over");
            }
        }
    };

    @Test
    void shouldWakeWhoSleepsWhenTheOtherEndHasMadeRoom() {
        sleeper.meanwhile = () -> {
            queue.looked();
            assertThat(sleeper.raised).as("there is none yet").isFalse();
            room.set(true);
            queue.looked();
        };
        queue.await(endpoint, release, "send");
        assertThat(sleeper.raised).isTrue();
    }

    @Test
    void shouldNotSleepWhenThereIsRoom() {
        room.set(true);
        queue.await(endpoint, release, "send");
        assertThat(sleeper.slept).isFalse();
    }

    @Test
    void shouldForgetWhoHasGone() {
        queue.await(endpoint, release, "send");
        sleeper.raised = false;
        room.set(true);
        queue.looked();
        assertThat(sleeper.raised).isFalse();
    }

    @Test
    void shouldSayThatItIsInVain() {
        sleeper.meanwhile = () -> over.set(true);
        assertThatThrownBy(() -> queue.await(endpoint, release, "send")).hasMessage("send: over");
    }

    /** A signal that runs an action while its thread sleeps. */
    private static final class Sleeper implements Signal {
        private Runnable meanwhile = () -> {};
        private boolean slept;
        private boolean raised;

        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            if (!condition.getAsBoolean()) {
                slept = true;
                meanwhile.run();
            }
            return condition.getAsBoolean();
        }

        @Override
        public void raise() {
            raised = true;
        }
    }
}
