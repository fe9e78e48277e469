package org.moide.engine.data;

import java.util.function.BooleanSupplier;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.SpinThenParkSignal;

/** Waits for events like the real signal, but a wait for time to pass returns at once. */
final class QuickSignal implements Signal {
    private final Signal real = SpinThenParkSignal.factory(1).create();

    @Override
    public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        return real.await(condition, timeoutNanos == Long.MAX_VALUE ? timeoutNanos : 1);
    }

    @Override
    public void raise() {
        real.raise();
    }
}
