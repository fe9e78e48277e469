package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.moide.commlib.Slice;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.port.Signal;

/**
 * Runs the contract within one engine, with threads that spin much longer than in real runs. So nearly all operations
 * that can meet in shared memory do so, without messages.
 */
final class WakefulLocalPathTest implements WireContract {
    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return new DirectSystem(
                limits, port -> port, WakefulSignal::new, Arrays.stream(shape).sum());
    }

    @Test
    void shouldSwapWithoutAMessageWhenBothExchange() {
        List<WakefulSignal> signals = new CopyOnWriteArrayList<>();
        Signal.Factory patient = () -> {
            WakefulSignal signal = new WakefulSignal(TimeUnit.SECONDS.toNanos(20));
            signals.add(signal);
            return signal;
        };
        try (TestSystem system = new DirectSystem(CommLimits.DEFAULT, port -> port, patient, 2)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                for (int i = 0; i < 100; i++) {
                    int[] in = new int[1];
                    comm.exchange(1 - comm.id(), i, Slice.of(new int[] {comm.id() + i}), Slice.of(in));
                    assertThat(in).containsExactly(1 - comm.id() + i);
                }
            }));
            assertThat(system.engine(0).counters(0).localMessages()).isEqualTo(100);
        }
        assertThat(signals.stream().mapToInt(signal -> signal.slept.get()).sum())
                .as("how often anybody slept: who gets a message does")
                .isZero();
    }

    private static final class WakefulSignal implements Signal {
        private static final long AWAKE_NANOS = 5_000_000;

        private final ConditionSignal asleep = new ConditionSignal();
        private final AtomicInteger slept = new AtomicInteger();
        private final long awakeNanos;

        WakefulSignal() {
            this(AWAKE_NANOS);
        }

        WakefulSignal(long awakeNanos) {
            this.awakeNanos = awakeNanos;
        }

        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
            slept.incrementAndGet();
            return asleep.await(condition, timeoutNanos);
        }

        @Override
        public boolean awaitAwake(BooleanSupplier condition) {
            long start = System.nanoTime();
            while (System.nanoTime() - start < awakeNanos
                    && !Thread.currentThread().isInterrupted()) {
                if (condition.getAsBoolean()) {
                    return true;
                }
                Thread.yield();
            }
            return false;
        }

        @Override
        public int looks() {
            return 10;
        }

        @Override
        public void raise() {
            asleep.raise();
        }
    }
}
