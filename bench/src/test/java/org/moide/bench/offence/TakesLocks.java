package org.moide.bench.offence;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Breaks the architecture rule that each lock has one owner. A test checks that the rule detects this. */
public final class TakesLocks {
    private final List<Object> others = new ArrayList<>();
    private final Object own = new Object();

    /** Takes locks that it does not own: an offence. */
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

    /** Runs passed code with its own lock held: an offence. */
    public void lets(Runnable work) {
        synchronized (own) {
            work.run();
        }
    }

    /** Takes its own locks, which is allowed. */
    public synchronized void own() throws InterruptedException {
        synchronized (own) {
            own.notifyAll();
        }
        wait(1);
    }
}
