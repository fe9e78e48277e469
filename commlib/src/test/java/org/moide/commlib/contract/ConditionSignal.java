package org.moide.commlib.contract;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.moide.commlib.port.Signal;

/** The simplest correct signal: a lock and a condition. */
public final class ConditionSignal implements Signal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition raised = lock.newCondition();

    @Override
    public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        long left = timeoutNanos;
        lock.lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                if (timeoutNanos == Long.MAX_VALUE) {
                    raised.await();
                } else {
                    left = raised.awaitNanos(left);
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void raise() {
        lock.lock();
        try {
            raised.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of threads that wait on it now. */
    public int waiting() {
        lock.lock();
        try {
            return lock.getWaitQueueLength(raised);
        } finally {
            lock.unlock();
        }
    }
}
