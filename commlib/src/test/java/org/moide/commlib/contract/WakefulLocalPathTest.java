package org.moide.commlib.contract;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.port.Signal;

/**
 * All threads on one engine, where who waits stays awake for much longer than in real runs: what can be done by meeting
 * and not by messages is nearly always done so.
 */
final class WakefulLocalPathTest extends PathContract {
    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return new DirectSystem(
                limits, port -> port, WakefulSignal::new, Arrays.stream(shape).sum());
    }

    private static final class WakefulSignal implements Signal {
        private static final long AWAKE_NANOS = 5_000_000;

        private final ConditionSignal asleep = new ConditionSignal();

        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
            return asleep.await(condition, timeoutNanos);
        }

        @Override
        public boolean awaitAwake(BooleanSupplier condition) {
            long start = System.nanoTime();
            while (System.nanoTime() - start < AWAKE_NANOS
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
