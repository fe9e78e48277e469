package org.moide.balance.pool;

import java.util.function.BooleanSupplier;
import org.moide.commlib.port.Signal;

/** The pool of a run's root: tasks lie there until they are lent, no thread takes any, and no clock is read. */
public final class PoolWithoutThreads {
    private PoolWithoutThreads() {}

    /** An empty one. */
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
            // There is nobody to hear it.
        }
    }
}
