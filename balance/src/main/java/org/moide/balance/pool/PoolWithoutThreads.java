package org.moide.balance.pool;

import java.util.function.BooleanSupplier;
import org.moide.commlib.port.Signal;

/**
 * Makes the task pool of a run's root, the member that keeps tasks until it lends them to engines. The pool has no
 * threads and reads no clock: its caller calls it for each event.
 */
public final class PoolWithoutThreads {
    private PoolWithoutThreads() {}

    public static EnginePool create() {
        return new EnginePool(0, new NobodyWaits(), () -> {}, () -> 0);
    }

    private static final class NobodyWaits implements Signal {
        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            throw new IllegalStateException("expected nobody to wait at a pool without threads");
        }

        @Override
        public void raise() {
            // Nobody waits.
        }
    }
}
