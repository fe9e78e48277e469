package org.moide.commlib.system;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.moide.commlib.port.Signal;

/**
 * The real {@link Signal}: a waiting thread first spins, then yields, then parks. The {@link WaitPolicy} has the time
 * for each. A spin in vain makes the next ones shorter. After a yield that took long, because other processes compute
 * on this machine, the next waits spin longer before they yield.
 *
 * <p>No wake-up is lost: a waiting thread first adds itself to {@code parked} and then checks its condition; a thread
 * that makes the condition true first writes it and then reads {@code parked}. With a full fence between the two steps
 * on both sides, at least one thread sees the other's step. An unpark before the park makes that park return at once.
 *
 * <p>A condition is evaluated while other threads write. So it may read only data that was published by a volatile or
 * release write, or under a lock.
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
    /**
     * The greatest number of halvings of the spin time. After so many it is a 64th: some spinning is left, since the
     * processors may be idle again.
     */
    private static final int MOST_SHORTENED = 6;
    /** One wait out of this many spins for the full time, to see whether that has become worthwhile again. */
    private static final int FULL_SPIN_ONCE_IN = 64;

    /**
     * The number of waits that spun in vain after which a thread moves to its own processor, or sleeps for a moment.
     * The number doubles each time that this does not help, up to {@link #LAST_NAP_AFTER}.
     */
    private static final int FIRST_NAP_AFTER = 64;

    /**
     * The greatest number of waits that spin in vain between two naps (short sleeps, after which the kernel may wake
     * the thread on an idle processor). A useless sleep then costs some percent of what these waits cost.
     */
    private static final int LAST_NAP_AFTER = 2048;

    /** The length of a nap, the shortest sleep there is; the kernel extends it to some 60 microseconds. */
    private static final long NAP_NANOS = 1;

    /**
     * A yield that takes longer than this has given the processor to another process that computes. The kernel then
     * lets that process run for a time slice of some milliseconds, even if the awaited thread finishes earlier.
     */
    private static final long STRANGER_NANOS = 100_000;

    /**
     * The spin time of a wait while other processes compute: some time slices, so that the awaited thread gets its
     * turn too. The other threads may also be the JVM's own compilers. A yield to them costs a slice for each message;
     * spinning costs half of the processors while they compile.
     */
    private static final long BESIDE_STRANGERS_NANOS = 5_000_000;

    /**
     * The number of waits that spin for {@link #BESIDE_STRANGERS_NANOS} after a yield that took long. After these a
     * wait yields again, to check whether the other processes are gone: if they are not, that costs a time slice.
     */
    private static final int WAITS_BESIDE_STRANGERS = 1024;

    /**
     * The greatest number of halvings of {@link #BESIDE_STRANGERS_NANOS}. Each wait that spins in vain for all of that
     * time halves it for the next wait, until a wait succeeds.
     */
    private static final int MOST_SHORTENED_BESIDE_STRANGERS = 10;

    /**
     * The number of checks of the condition between two readings of the clock. One reading costs as much as some dozen
     * checks.
     */
    private static final int LOOKS_PER_CLOCK = 32;

    private final WaitPolicy policy;
    private volatile Thread[] parked = NOBODY;
    /**
     * How many times the spin time is halved because spinning was in vain. Threads write it without a lock; a lost
     * update costs only one step.
     */
    private int shortened;

    private int waitsSinceShortened;
    /**
     * The number of waits that spun in vain since the last nap (short sleep) on this signal, and the number that leads
     * to the next nap. Threads write both without a lock; a lost update costs only one step.
     */
    private int vainWaits;

    private int napAfter = FIRST_NAP_AFTER;
    /**
     * The number of waits that still spin because other processes compute, and how many times their spin time is
     * halved. Threads write both without a lock; a lost update costs only one step.
     */
    private int besideStrangers;

    private int shortenedBesideStrangers;

    private final ThreadHomes homes;
    private final LongSupplier nanoTime;
    private final Runnable yield;

    public SpinThenParkSignal(WaitPolicy policy) {
        this(policy, ThreadHomes.none());
    }

    /** Creates a signal of threads that may have a processor each. */
    @SuppressWarnings("ThreadPriorityCheck") // correct without the yield, which only lets the awaited thread run sooner
    SpinThenParkSignal(WaitPolicy policy, ThreadHomes homes) {
        this(policy, homes, System::nanoTime, Thread::yield);
    }

    /** Creates a signal with the given clock and yield, for tests. */
    SpinThenParkSignal(WaitPolicy policy, ThreadHomes homes, LongSupplier nanoTime, Runnable yield) {
        this.policy = policy;
        this.homes = homes;
        this.nanoTime = nanoTime;
        this.yield = yield;
    }

    /** Returns a factory of signals for this many compute threads on this JVM's processors. */
    public static Signal.Factory factory(int computeThreads) {
        return factory(
                WaitPolicy.forThreads(computeThreads, Runtime.getRuntime().availableProcessors()));
    }

    /**
     * Returns a factory of signals for an engine's threads that may have a processor each.
     *
     * @param before the number of the run's compute threads on this host before this engine's; below 0 if unknown
     * @param own the number of compute threads of the engine
     * @param onMachine the number of compute threads on this host
     * @param helpers makes the thread that looks up the system's function that moves a thread to a processor
     */
    public static Signal.Factory factory(int before, int own, int onMachine, ThreadFactory helpers) {
        WaitPolicy policy =
                WaitPolicy.forThreads(onMachine, Runtime.getRuntime().availableProcessors());
        ThreadHomes homes = ThreadHomes.of(before, own, onMachine, helpers);
        return () -> new SpinThenParkSignal(policy, homes);
    }

    /** Returns a factory of signals that all wait by one policy. */
    public static Signal.Factory factory(WaitPolicy policy) {
        return () -> new SpinThenParkSignal(policy);
    }

    @Override
    public int looks() {
        return policy.looks() >> shortened;
    }

    @Override
    public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        if (condition.getAsBoolean()) {
            return true;
        }
        if (timeoutNanos <= 0) {
            return false;
        }
        long start = nanoTime.getAsLong();
        return stayAwake(condition, start, timeoutNanos) || parkUntil(condition, start, timeoutNanos);
    }

    @Override
    public boolean sleep(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        if (condition.getAsBoolean()) {
            return true;
        }
        return timeoutNanos > 0 && parkUntil(condition, nanoTime.getAsLong(), timeoutNanos);
    }

    @Override
    public boolean awaitAwake(BooleanSupplier condition) {
        return condition.getAsBoolean() || stayAwake(condition, nanoTime.getAsLong(), Long.MAX_VALUE);
    }

    private boolean stayAwake(BooleanSupplier condition, long start, long timeoutNanos) {
        long spunNanos = policy.spinNanos();
        if (besideStrangers > 0) {
            if (stayUntil(condition, start, Math.min(timeoutNanos, spunNanos))) {
                shortenedBesideStrangers = 0;
                return true; // the wait would not have reached its yield in any case
            }
            besideStrangers--;
            spunNanos = BESIDE_STRANGERS_NANOS >> shortenedBesideStrangers;
            boolean came = stayUntil(condition, start, Math.min(timeoutNanos, spunNanos));
            shortenedBesideStrangers =
                    came ? 0 : Math.min(shortenedBesideStrangers + 1, MOST_SHORTENED_BESIDE_STRANGERS);
            if (came) {
                return true;
            }
        } else if (spin(condition, start, timeoutNanos)) {
            return true;
        }
        partIfTogether();
        return yieldUntil(condition, start, Math.min(timeoutNanos, spunNanos + policy.yieldNanos()));
    }

    /** Checks the condition until it holds or the limit is over, with a yield between two checks. */
    private boolean yieldUntil(BooleanSupplier condition, long start, long limitNanos) {
        long before = nanoTime.getAsLong();
        boolean alone = true;
        while (before - start < limitNanos && !Thread.currentThread().isInterrupted()) {
            yield.run();
            if (condition.getAsBoolean()) {
                strangers(alone && nanoTime.getAsLong() - before < STRANGER_NANOS);
                return true;
            }
            long now = nanoTime.getAsLong();
            alone &= now - before < STRANGER_NANOS;
            before = now;
        }
        strangers(alone);
        return false;
    }

    /**
     * Records, for the next waits, whether a yield took so long that another process must have run. It does not count
     * if threads of the same engine share processors, since yielding then lets these run.
     */
    private void strangers(boolean alone) {
        if (!alone && policy.spinNanos() > 0) {
            besideStrangers = WAITS_BESIDE_STRANGERS;
        }
    }

    /**
     * Separates two threads that wait for each other on one processor. If both only yield, they may stay there while
     * another processor is idle, since to the kernel neither seems worth moving. So each moves to its own processor;
     * if it has none, it sleeps for a moment, and the kernel may wake it on an idle processor. Done only if the
     * process has a processor for each thread.
     */
    private void partIfTogether() {
        if (policy.spinNanos() == 0 || ++vainWaits < napAfter) {
            return;
        }
        vainWaits = 0;
        napAfter = Math.min(2 * napAfter, LAST_NAP_AFTER);
        if (!homes.goHome()) {
            LockSupport.parkNanos(this, NAP_NANOS);
        }
        shortened = 0;
    }

    /**
     * Spins. The time shrinks as long as spinning is in vain: the awaited thread then has no processor of its own
     * because other processes use them, and spinning keeps it waiting.
     */
    private boolean spin(BooleanSupplier condition, long start, long timeoutNanos) {
        if (policy.spinNanos() == 0) {
            return false;
        }
        boolean full = shortened == 0 || ++waitsSinceShortened % FULL_SPIN_ONCE_IN == 0;
        long spinNanos = full ? policy.spinNanos() : policy.spinNanos() >> shortened;
        boolean came = stayUntil(condition, start, Math.min(timeoutNanos, spinNanos));
        if (!came) {
            shortened = Math.min(shortened + 1, MOST_SHORTENED);
        } else if (full) {
            shortened = 0;
            napAfter = FIRST_NAP_AFTER;
        }
        return came;
    }

    /**
     * Checks the condition until it holds. Returns false when {@code limitNanos} have passed since {@code start}, or
     * the thread is interrupted.
     */
    private boolean stayUntil(BooleanSupplier condition, long start, long limitNanos) {
        while (nanoTime.getAsLong() - start < limitNanos) {
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            for (int look = 0; look < LOOKS_PER_CLOCK; look++) {
                Thread.onSpinWait();
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
                    long remainingNanos = timeoutNanos - (nanoTime.getAsLong() - start);
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
        raiseAfterAtomic();
    }

    /** Raises the signal; the caller's atomic operation serves as the full fence. */
    @Override
    public void raiseAfterAtomic() {
        Thread[] waiting = parked;
        if (waiting != NOBODY) {
            for (Thread waiter : waiting) {
                LockSupport.unpark(waiter);
            }
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
                left = true; // only once: a condition that itself awaits here has entered twice
            } else {
                fewer[kept++] = thread;
            }
        }
        parked = fewer.length == 0 ? NOBODY : fewer;
    }
}
