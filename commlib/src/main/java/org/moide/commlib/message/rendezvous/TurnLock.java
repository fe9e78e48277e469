package org.moide.commlib.message.rendezvous;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.local.Waiter;

/**
 * Lets one thread through at a time, so that the threads of an engine that fetch from the same other one share a
 * connection; between two chunks they take turns.
 *
 * <p><b>Threads.</b> Compute threads. {@code inside} is atomic; a thread that finds it taken is in {@code waiting} and
 * looks again whenever somebody leaves.
 */
public final class TurnLock {
    private final AtomicReference<@Nullable Waiter> inside = new AtomicReference<>();
    private final Queue<Waiter> waiting = new ConcurrentLinkedQueue<>();

    /** Returns true when the caller is through, to be followed by {@link #leave}; false if {@code released}. */
    public boolean enter(Waiter self, BooleanSupplier released, Object call) {
        if (inside.compareAndSet(null, self)) {
            return true;
        }
        waiting.add(self);
        try {
            self.await(() -> isThrough(self) || released.getAsBoolean(), call);
            return inside.get() == self;
        } finally {
            waiting.remove(self);
        }
    }

    private boolean isThrough(Waiter self) {
        return inside.get() == self || inside.compareAndSet(null, self);
    }

    public void leave() {
        inside.set(null);
        for (Waiter waiter : waiting) {
            waiter.signal().raise();
        }
    }
}
