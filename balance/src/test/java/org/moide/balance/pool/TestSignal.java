package org.moide.balance.pool;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.moide.commlib.port.Signal;

/** A signal made of a Java monitor. It guarantees only what {@link Signal} promises. */
final class TestSignal implements Signal {
    private final Object monitor = new Object();

    @Override
    public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        synchronized (monitor) {
            while (!condition.getAsBoolean()) {
                monitor.wait(TimeUnit.NANOSECONDS.toMillis(timeoutNanos));
            }
            return true;
        }
    }

    @Override
    public void raise() {
        synchronized (monitor) {
            monitor.notifyAll();
        }
    }
}
