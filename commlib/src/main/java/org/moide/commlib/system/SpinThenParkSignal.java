package org.moide.commlib.system;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.moide.commlib.port.Signal;

/**
 * The real {@link Signal}: a waiter spins, then yields, then parks, as long as its {@link WaitPolicy} says.
 *
 * <p>Why no wake-up is lost: a waiter first enters itself in {@code parked}, then looks at its condition; whoever makes the
 * condition true first writes it, then reads {@code parked}. With a full fence between on both sides at least one sees the
 * other, and an unpark that comes before the park makes that park return at once.
 *
 * <p>Conditions read what was published by a volatile or release write or under a lock, as they must to be looked at while
 * others write.
 *
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>{@code await}</td><td>any number of threads</td></tr>
 * <tr><td>{@code raise}</td><td>any number of threads; takes no lock</td></tr>
 * <tr><td>{@code parked}</td><td>replaced under {@code this}, never changed in place; read without a lock</td></tr>
 * <tr><td>conditions</td><td>run with no lock held</td></tr>
 * </table>
 */
public final class SpinThenParkSignal implements Signal {
    private static final Thread[] NOBODY = {};
    /** Between two looks at the clock, which costs as much as some dozen looks at the condition. */
    private static final int LOOKS_PER_CLOCK = 32;

    private final WaitPolicy policy;
    private volatile Thread[] parked = NOBODY;

    public SpinThenParkSignal(WaitPolicy policy) {
        this.policy = policy;
    }

    /** Signals for compute threads of which there are so many on this JVM's processors. */
    public static Signal.Factory factory(int computeThreads) {
        return factory(
                WaitPolicy.forThreads(computeThreads, Runtime.getRuntime().availableProcessors()));
    }

    /** Signals that all wait in this way. */
    public static Signal.Factory factory(WaitPolicy policy) {
        return () -> new SpinThenParkSignal(policy);
    }

    @Override
    public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        if (condition.getAsBoolean()) {
            return true;
        }
        if (timeoutNanos <= 0) {
            return false;
        }
        long start = System.nanoTime();
        return stayUntil(condition, start, Math.min(timeoutNanos, policy.spinNanos()), false)
                || stayUntil(condition, start, Math.min(timeoutNanos, policy.spinNanos() + policy.yieldNanos()), true)
                || parkUntil(condition, start, timeoutNanos);
    }

    @Override
    public boolean sleep(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        if (condition.getAsBoolean()) {
            return true;
        }
        return timeoutNanos > 0 && parkUntil(condition, System.nanoTime(), timeoutNanos);
    }

    @Override
    public long awakeNanos() {
        return policy.spinNanos() + policy.yieldNanos();
    }

    /** Looks at the condition without giving up the processor's time slice for good; false when {@code limitNanos} have passed since {@code start}. */
    @SuppressWarnings("ThreadPriorityCheck") // correct without the yield, which only lets the awaited thread run sooner
    private static boolean stayUntil(BooleanSupplier condition, long start, long limitNanos, boolean yield)
            throws InterruptedException {
        while (System.nanoTime() - start < limitNanos) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            int looks = yield ? 1 : LOOKS_PER_CLOCK;
            for (int look = 0; look < looks; look++) {
                if (yield) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
                if (condition.getAsBoolean()) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean parkUntil(BooleanSupplier condition, long start, long timeoutNanos) throws InterruptedException {
        enter(Thread.currentThread());
        try {
            while (true) {
                VarHandle.fullFence();
                if (condition.getAsBoolean()) {
                    return true;
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (timeoutNanos == Long.MAX_VALUE) {
                    LockSupport.park(this);
                } else {
                    long remainingNanos = timeoutNanos - (System.nanoTime() - start);
                    if (remainingNanos <= 0) {
                        return false;
                    }
                    LockSupport.parkNanos(this, remainingNanos);
                }
            }
        } finally {
            leave(Thread.currentThread());
        }
    }

    @Override
    public void raise() {
        VarHandle.fullFence();
        for (Thread waiter : parked) {
            LockSupport.unpark(waiter);
        }
    }

    private synchronized void enter(Thread waiter) {
        Thread[] more = Arrays.copyOf(parked, parked.length + 1);
        more[parked.length] = waiter;
        parked = more;
    }

    private synchronized void leave(Thread waiter) {
        Thread[] before = parked;
        Thread[] fewer = new Thread[before.length - 1];
        int kept = 0;
        boolean left = false;
        for (Thread thread : before) {
            if (thread == waiter && !left) {
                left = true; // a condition that itself awaits here would have entered twice
            } else {
                fewer[kept++] = thread;
            }
        }
        parked = fewer.length == 0 ? NOBODY : fewer;
    }
}
