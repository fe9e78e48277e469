package org.moide.commlib.message.rendezvous;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.local.Waiter;

/**
 * A lock that a thread holds while it fetches one chunk of a long message. So the threads of an engine that fetch from
 * the same other engine share a connection and take turns between chunks.
 *
 * <p><b>Threads.</b> Compute threads. {@code inside} is atomic. A thread that finds the lock taken is in
 * {@code waiting} and checks again whenever a thread leaves.
 */
public final class TurnLock {
    private final AtomicReference<@Nullable Waiter> inside = new AtomicReference<>();
    private final Queue<Waiter> waiting = new ConcurrentLinkedQueue<>();

    /**
     * Takes the lock; returns true when the caller has it and must call {@link #leave}. Returns false if {@code
     * released} became true first.
     */
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
