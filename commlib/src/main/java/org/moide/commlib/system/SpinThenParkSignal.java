package org.moide.commlib.system;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.moide.commlib.port.Signal;

/**
 * The real {@link Signal}: a waiter spins, then yields, then parks. The {@link WaitPolicy} has the time for each; a
 * spin in vain makes the next ones shorter. After a yield that took long, because other processes compute here, the
 * next waits spin for longer before they yield.
 *
 * <p>Why no wake-up is lost: a waiter first enters itself in {@code parked}, then looks at its condition; whoever makes the
 * condition true first writes it, then reads {@code parked}. With a full fence between on both sides at least one sees the
 * other, and an unpark that comes before the park makes that park return at once.
 *
 * <p>A condition is looked at while others write. So it may read only what was published by a volatile or release
 * write, or under a lock.
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
    /** Spinning is cut to a 64th at most: the processors may be idle again. */
    private static final int MOST_SHORTENED = 6;
    /** The number of waits of which one spins for its full time, to see whether that has become worth while. */
    private static final int FULL_SPIN_ONCE_IN = 64;

    /**
     * The number of waits in vain after which a thread goes to its own processor, or sleeps for a moment; each time
     * that this does not help, after twice as many ...
     */
    private static final int FIRST_NAP_AFTER = 64;

    /** ... up to this: sleeping in vain then costs some percent of what so many waits do. */
    private static final int LAST_NAP_AFTER = 2048;

    /** The shortest sleep there is; the kernel makes it some 60 microseconds. */
    private static final long NAP_NANOS = 1;

    /**
     * A thread that yields for longer has given its processor to one that computes, and of another process as a rule: the
     * kernel then lets that one run for a time slice, some milliseconds, however soon the awaited thread is done.
     */
    private static final long STRANGER_NANOS = 100_000;

    /**
     * The time for which a wait beside such strangers spins until the awaited thread, too, has had its turn: some
     * slices. The strangers may be the JVM's own compilers; to wait for them costs a slice for each message, to spin
     * half of the processors for as long as they compile.
     */
    private static final long BESIDE_STRANGERS_NANOS = 5_000_000;

    /**
     * The number of waits that spin for this long after a yield that took long. To look sooner whether the strangers
     * have gone costs a slice.
     */
    private static final int WAITS_BESIDE_STRANGERS = 1024;

    /**
     * The most times that spinning is shortened: each wait that spins for all of that time in vain halves it for the
     * next, until one does not, since some waits last.
     */
    private static final int MOST_SHORTENED_BESIDE_STRANGERS = 10;

    /** The number of looks between two looks at the clock, which costs as much as some dozen looks at the condition. */
    private static final int LOOKS_PER_CLOCK = 32;

    private final WaitPolicy policy;
    private volatile Thread[] parked = NOBODY;
    /** The number of powers of two by which spinning is shortened, because it was in vain. A race loses only a step. */
    private int shortened;

    private int waitsSinceShortened;
    /** Waits that spun in vain since a thread has napped here, and how many of them lead to the next nap. Races as above. */
    private int vainWaits;

    private int napAfter = FIRST_NAP_AFTER;
    /**
     * The number of waits that are still to spin beside strangers, and by how many powers of two for less long. Races
     * as above.
     */
    private int besideStrangers;

    private int shortenedBesideStrangers;

    private final ThreadHomes homes;
    private final LongSupplier nanoTime;
    private final Runnable yield;

    public SpinThenParkSignal(WaitPolicy policy) {
        this(policy, ThreadHomes.none());
    }

    /** Makes a signal of threads that may have a processor each. */
    @SuppressWarnings("ThreadPriorityCheck") // correct without the yield, which only lets the awaited thread run sooner
    SpinThenParkSignal(WaitPolicy policy, ThreadHomes homes) {
        this(policy, homes, System::nanoTime, Thread::yield);
    }

    /** Makes one with time, and what others do with it, as a test says. */
    SpinThenParkSignal(WaitPolicy policy, ThreadHomes homes, LongSupplier nanoTime, Runnable yield) {
        this.policy = policy;
        this.homes = homes;
        this.nanoTime = nanoTime;
        this.yield = yield;
    }

    /** Signals for this many compute threads on this JVM's processors. */
    public static Signal.Factory factory(int computeThreads) {
        return factory(
                WaitPolicy.forThreads(computeThreads, Runtime.getRuntime().availableProcessors()));
    }

    /**
     * Makes signals for an engine's threads that may have a processor each.
     *
     * @param before how many compute threads of the run on this host come before the engine's; below 0 if that is not known
     * @param own how many the engine has
     * @param onMachine how many there are on this host
     * @param helpers make a thread that looks for the system's function
     */
    public static Signal.Factory factory(int before, int own, int onMachine, ThreadFactory helpers) {
        WaitPolicy policy =
                WaitPolicy.forThreads(onMachine, Runtime.getRuntime().availableProcessors());
        ThreadHomes homes = ThreadHomes.of(before, own, onMachine, helpers);
        return () -> new SpinThenParkSignal(policy, homes);
    }

    /** Signals that all wait in this way. */
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
                return true; // it would not have yielded either
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

    /** Stays like {@link #stayUntil}, offering the processor between two looks. */
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
     * Notes strangers; where threads share processors with others of their own engine, to yield is to let these run.
     */
    private void strangers(boolean alone) {
        if (!alone && policy.spinNanos() > 0) {
            besideStrangers = WAITS_BESIDE_STRANGERS;
        }
    }

    /**
     * Two threads that only ever yield to each other can stay on one processor for good while another one is idle: to the kernel
     * neither looks as if moving it were worth it. So each goes to its own; where that cannot be, one that sleeps for a moment
     * is woken where nobody computes, if there is such a place. Only where threads have processors to themselves, as far as
     * this process goes.
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
     * Spins, for less and less long as long as it is in vain: then the awaited thread has no processor to itself, because
     * others use them too, and spinning keeps it waiting.
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
     * Looks at the condition; false when {@code limitNanos} have passed since {@code start}, or the thread is interrupted.
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

    /** Raises the signal: the atomic operation before is a full fence too. */
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
                left = true; // a condition that itself awaits here would have entered twice
            } else {
                fewer[kept++] = thread;
            }
        }
        parked = fewer.length == 0 ? NOBODY : fewer;
    }
}
