package org.moide.engine.executor;

import java.util.concurrent.atomic.AtomicBoolean;
import org.moide.commlib.port.Signal;

/**
 * Lets one thread in at a time, like a lock. The thread that is in may wait on signals; so a simulation can let others
 * run meanwhile, which with a lock of Java it could not. Any thread; a thread that is in must not enter again.
 */
final class Turn {
    private final AtomicBoolean taken = new AtomicBoolean();
    private final Signal left;

    /** @param left is raised when a thread leaves */
    Turn(Signal left) {
        this.left = left;
    }

    /** Waits until no other thread is in. An interrupt does not end the wait; the thread stays interrupted. */
    void enter() {
        boolean interrupted = false;
        while (!taken.compareAndSet(false, true)) {
            try {
                left.sleep(() -> !taken.get(), Long.MAX_VALUE);
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void leave() {
        taken.set(false);
        left.raise();
    }
}
