package org.moide.bench.offence;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Written to break the rule that a lock has one owner. */
public final class TakesLocks {
    private final List<Object> others = new ArrayList<>();
    private final Object own = new Object();

    /** Takes locks of somebody else. */
    public void takes(Object other, ReentrantLock lock) throws InterruptedException {
        synchronized (other) {
            other.notifyAll();
            other.wait(1);
        }
        synchronized (others.get(0)) {
            others.clear();
        }
        lock.lock();
    }

    /** Lets others into its own. */
    public void lets(Runnable work) {
        synchronized (own) {
            work.run();
        }
    }

    /** Takes its own, as it should. */
    public synchronized void own() throws InterruptedException {
        synchronized (own) {
            own.notifyAll();
        }
        wait(1);
    }
}
