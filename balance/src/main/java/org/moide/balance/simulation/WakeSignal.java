package org.moide.balance.simulation;

import java.util.function.BooleanSupplier;
import org.moide.commlib.port.Signal;

/** Nobody blocks in simulated time: raising plans the event that wakes those that wait. */
record WakeSignal(Runnable wake) implements Signal {
    @Override
    public boolean await(BooleanSupplier condition, long timeoutNanos) {
        throw new IllegalStateException("simulated threads are stepped, and do not block");
    }

    @Override
    public void raise() {
        wake.run();
    }
}
