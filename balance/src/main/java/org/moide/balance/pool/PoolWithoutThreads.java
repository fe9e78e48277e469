package org.moide.balance.pool;

import java.util.function.BooleanSupplier;
import org.moide.commlib.port.Signal;

/**
 * Makes a pool for the root of a run, the member where tasks wait until they are lent. It has no threads and reads no
 * clock.
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
