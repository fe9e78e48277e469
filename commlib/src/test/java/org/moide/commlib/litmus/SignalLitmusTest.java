package org.moide.commlib.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

/**
 * Tests that no wake-up is lost: once the condition holds and the signal was raised, each waiting thread
 * returns.
 */
@Tag("races")
class SignalLitmusTest {
    private static final long SEARCH_SECONDS = 20;

    /** The limit of a wait for signals that should work, longer than any pause of a runnable thread. */
    private static final long HEALTHY_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** The limit for flawed signals, which are known to lose wake-ups: it does no harm if a pause counts as a loss. */
    private static final long FLAWED_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int LOOKS = 20;

    private static final class Bell {
        private final Signal signal;
        private final AtomicInteger rung = new AtomicInteger();

        Bell(Signal signal) {
            this.signal = signal;
        }
    }

    /**
     * A flawed signal: a waiter checks the condition first and registers afterwards, so a raise in between wakes no
     * thread.
     */
    private static final class LooksBeforeItEnters implements Signal {
        private volatile @Nullable Thread parked;

        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            long start = System.nanoTime();
            while (!condition.getAsBoolean()) {
                long left = timeoutNanos - (System.nanoTime() - start);
                if (left <= 0) {
                    return false;
                }
                // Keeps the gap open for some looks: on a busy machine the other thread seldom runs in it by chance.
                for (int looks = 0; looks < LOOKS && !condition.getAsBoolean(); looks++) {
                    Thread.yield();
                }
                Thread.yield(); // the other thread raises now
                parked = Thread.currentThread();
                LockSupport.parkNanos(this, left);
                parked = null;
            }
            return true;
        }

        @Override
        public void raise() {
            Thread waiting = parked;
            if (waiting != null) {
                LockSupport.unpark(waiting);
            }
        }
    }

    @Test
    void shouldLoseNoWakeUpWhenTheWaiterParksAtOnce() throws InterruptedException {
        Litmus.Outcome outcome = litmus(
                        20, () -> new SpinThenParkSignal(WaitPolicy.parkAtOnce()), HEALTHY_LIMIT_NANOS, 1)
                .run(40_000);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @Test
    void shouldLoseNoWakeUpWhenTwoWaitAndOneRaises() throws InterruptedException {
        Litmus.Outcome outcome = litmus(
                        20, () -> new SpinThenParkSignal(WaitPolicy.parkAtOnce()), HEALTHY_LIMIT_NANOS, 2)
                .run(20_000);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @Test
    @Tag("full")
    void shouldCatchTheFlawWhenASignalLooksBeforeItEnters() throws InterruptedException {
        Litmus.Outcome outcome =
                litmus(1, LooksBeforeItEnters::new, FLAWED_LIMIT_NANOS, 1).search(SEARCH_SECONDS);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNotNull();
        System.out.println("canary looks before it enters: " + outcome);
    }

    private static Litmus<Bell> litmus(int batch, Supplier<Signal> signals, long limitNanos, int waiters) {
        Litmus.Actor<Bell> waiter = bell -> {
            long start = System.nanoTime();
            boolean came = bell.signal.await(() -> bell.rung.getAcquire() == 1, limitNanos);
            return came && System.nanoTime() - start < limitNanos ? null : "slept on though it was raised";
        };
        Litmus.Actor<Bell> ringer = bell -> {
            bell.rung.setRelease(1);
            bell.signal.raise();
            return null;
        };
        return new Litmus<>(
                batch,
                () -> new Bell(signals.get()),
                bell -> null,
                waiters == 1 ? List.of(ringer, waiter) : List.of(ringer, waiter, waiter));
    }
}
