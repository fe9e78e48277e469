package org.moide.engine.bag;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.pool.PooledTask;
import org.moide.engine.compute.Interrupts;

/**
 * Measures how long the current task of each thread has been running: of compute threads in tasks, and of the
 * coordinator's results thread in the handling of results. It interrupts tasks that exceed their time limit, and finds
 * threads that do not react. All tasks may have the same limit, and a task may have one of its own.
 *
 * <p>Concurrency: each compute thread notes when its own tasks begin and end; one control thread checks them. A
 * thread's state is one number: the number of its current task, the negative number after the task was told to end, 0
 * between tasks. The beginning of a task is a store. Its end is a store too, or with a time limit a compare-and-set, so
 * that the control thread never interrupts the next task: it holds the lock from its own compare-and-set until the
 * interrupt, and a thread that was told to end takes the lock and clears the interrupt. All other fields belong to the
 * control thread.
 *
 * <p>Without a time limit, too, the control thread can act on a task that runs for long: it interrupts a task whose
 * loan is void, and moves a task into a loan of its own. It marks the task at one check and acts at a later one. The
 * thread of a marked task takes the lock when the task ends, and when it puts its first task; otherwise it takes no
 * lock. Before the control thread acts, it lets the compute thread pass a barrier. If that thread had not seen the mark
 * before the barrier, its end or its put is visible now; after the barrier it sees the mark.
 */
public final class TaskTimes {
    /** The value of a time limit that stands for no limit. */
    public static final long ANY_NANOS = 0;

    /**
     * Time for a task to end after its interrupt. Code that polls for interrupts, or closes its resources, needs less.
     */
    public static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Names what has set the time limit of a call of its own. */
    public static final String OWN_LIMIT = "CallOptions.timeLimit";

    /**
     * The shortest time between two checks that shows that the JVM was suspended in between. This time does not count
     * for a task's limit. Usually there are five checks a second.
     */
    static final long ASLEEP_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Distance between the numbers of two threads in the array, so that they are on different cache lines. */
    private static final int STRIDE = 16;

    private static final int BEGUN = 1;

    /** Offset, within a thread's part of the array, of the number of the last task that has put another task. */
    private static final int PUT = 2;

    /**
     * Offset, within a thread's part of the array, of the number of the last task that the control thread has marked.
     */
    private static final int MARKED = 3;

    /** Offset, within a thread's part of the array, of the number of the last task that has a time limit of its own. */
    private static final int LIMITED = 4;

    /** Offset, within a thread's part of the array, of the time limit of that task. */
    private static final int LIMIT = 5;

    private final long limitNanos;
    private final IntConsumer interrupt;
    private final IntConsumer barrier;
    private final Interrupts interrupts;
    private final Object telling = new Object();
    private final AtomicLongArray numbers;
    /**
     * For each thread, the new record of its running task, if the control thread has moved the task to another loan.
     * Written under the lock while the task runs; read by the thread after {@link #ended} or {@link #puts}.
     */
    private final @Nullable PooledTask[] moved;

    private final Seen[] seen;
    private long lookedNanos;
    private boolean looked;

    /** The task that the last check has found on a thread. */
    private static final class Seen {
        private long number;
        private long sinceNanos;
        private long toldNanos;
        private boolean told;
        private boolean unwanted; // whether the task was told to end because nobody wants its result
        private boolean marked; // whether the task was marked before the last check
    }

    /**
     * A thread's running task, and the time since it began.
     *
     * @param thread the thread's index
     * @param number the number of the thread's task
     */
    public record Running(int thread, long number, long nanos) {}

    /**
     * Creates the times of threads that run no task yet.
     *
     * @param limitNanos how long a task may take; {@link #ANY_NANOS} for any time
     * @param interrupt interrupts the thread of an index
     * @param barrier makes the thread of an index pass a memory barrier, without waiting for its task to end:
     *     afterwards the caller sees what the thread wrote before the barrier, and the thread sees what the caller
     *     wrote before it
     * @param interrupts distinguishes these interrupts from those of the application
     */
    public TaskTimes(int threads, long limitNanos, IntConsumer interrupt, IntConsumer barrier, Interrupts interrupts) {
        this.limitNanos = limitNanos;
        this.interrupt = interrupt;
        this.barrier = barrier;
        this.interrupts = interrupts;
        this.numbers = new AtomicLongArray((threads + 2) * STRIDE);
        this.moved = new PooledTask[threads];
        this.seen = new Seen[threads];
        for (int thread = 0; thread < threads; thread++) {
            seen[thread] = new Seen();
        }
    }

    private static int at(int thread) {
        return (thread + 1) * STRIDE;
    }

    /** Notes that the calling thread, which has this index, is about to run a task. */
    public void begins(int thread) {
        int at = at(thread);
        long number = numbers.getPlain(at + BEGUN) + 1;
        numbers.setPlain(at + BEGUN, number);
        numbers.setRelease(at, number);
    }

    /**
     * Gives the task of the calling thread, which has this index, a time limit in place of that of all tasks. It counts
     * from the beginning of the task.
     */
    void limit(int thread, long nanos) {
        int at = at(thread);
        numbers.setPlain(at + LIMIT, nanos);
        numbers.setRelease(at + LIMITED, Math.abs(numbers.getPlain(at)));
    }

    /**
     * Notes that the task of the calling thread, which has this index, has ended. The thread is not interrupted for it
     * any more, and a pending interrupt for it is cleared. Has no effect between tasks.
     *
     * @return whether the task was interrupted because of its time limit
     */
    public boolean ended(int thread) {
        int at = at(thread);
        long number = numbers.getPlain(at);
        if (number == 0) {
            return false;
        }
        if (!isMarked(at, number)) {
            if (limitNanos == ANY_NANOS && !hasOwnLimit(at, number)) {
                numbers.setRelease(at, 0);
                return false;
            }
            if (number > 0 && numbers.compareAndSet(at, number, 0)) {
                return false;
            }
        }
        boolean told;
        synchronized (telling) { // after the lock is taken, the interrupt has been sent
            told = numbers.get(at) < 0;
            numbers.set(at, 0);
        }
        if (told) {
            interrupts.takeStray();
        }
        return told;
    }

    private boolean hasOwnLimit(int at, long number) {
        return numbers.getAcquire(at + LIMITED) == Math.abs(number);
    }

    private long limitOf(int thread, long number) {
        int at = at(thread);
        return hasOwnLimit(at, number) ? numbers.getPlain(at + LIMIT) : limitNanos;
    }

    private boolean isMarked(int at, long number) {
        return numbers.getOpaque(at + MARKED) == Math.abs(number);
    }

    /**
     * Notes that the task of the calling thread, which has this index, is about to put its first task. After this call
     * the control thread does not {@link #move} the task any more, and an earlier move is visible to the calling
     * thread.
     */
    void puts(int thread) {
        int at = at(thread);
        long number = Math.abs(numbers.getPlain(at));
        numbers.setRelease(at + PUT, number);
        if (isMarked(at, number)) {
            synchronized (telling) {
                numbers.set(at + PUT, number);
            }
        }
    }

    /**
     * Returns the new record of the calling thread's task, if the task was moved to another loan since it began or
     * since the last call; otherwise null. Must be called after {@link #ended} or {@link #puts}.
     */
    @Nullable
    PooledTask takeMoved(int thread) {
        PooledTask taken = moved[thread];
        if (taken != null) {
            moved[thread] = null;
        }
        return taken;
    }

    /** Returns whether the task of the calling thread, which has this index, has a time limit. */
    boolean isLimited(int thread) {
        return limitOf(thread, numbers.getPlain(at(thread))) != ANY_NANOS;
    }

    /** Returns the time limit of tasks that have none of their own; {@link #ANY_NANOS} for none. Any thread. */
    public long limitNanos() {
        return limitNanos;
    }

    /** Returns the words about the time limit that follow the name of the last task of this thread, if that exceeded it. */
    public String limit(int thread) {
        long number = numbers.getAcquire(at(thread) + BEGUN);
        return hasOwnLimit(at(thread), number)
                ? tookLonger(limitOf(thread, number), OWN_LIMIT)
                : tookLonger(limitNanos, "--task-time-limit");
    }

    /**
     * Returns the words about a time limit that follow the name of a task which exceeded it.
     *
     * @param source what has set the limit
     */
    public static String tookLonger(long limitNanos, String source) {
        BigDecimal seconds = BigDecimal.valueOf(limitNanos, 9).stripTrailingZeros();
        return "took longer than " + seconds.toPlainString() + " s (" + source + ")";
    }

    /**
     * Returns whether the task of the calling thread, which has this index, was interrupted because of its time limit.
     */
    boolean isToldToEnd(int thread) {
        return numbers.getPlain(at(thread)) < 0;
    }

    // --- the control thread ---------------------------------------------------------------------------------------

    /** Checks all threads, and interrupts tasks that exceed the time limit. Called by the control thread. */
    public void look(long nowNanos) {
        long asleepNanos = looked && nowNanos - lookedNanos >= ASLEEP_NANOS ? nowNanos - lookedNanos : 0;
        looked = true;
        lookedNanos = nowNanos;
        for (int thread = 0; thread < seen.length; thread++) {
            Seen one = seen[thread];
            long number = Math.abs(numbers.getAcquire(at(thread)));
            if (number != one.number) {
                one.number = number;
                one.sinceNanos = nowNanos;
                one.told = false;
                one.unwanted = false;
                one.marked = false;
            } else {
                one.sinceNanos += asleepNanos;
                one.toldNanos += asleepNanos;
                mark(thread, one);
            }
            if (isOver(thread, one, nowNanos)) {
                tell(thread, one, nowNanos);
            }
        }
    }

    /** Marks a thread's task if the last check has found the same task. The mark counts from the next check on. */
    private void mark(int thread, Seen one) {
        if (one.number == 0) {
            return;
        }
        one.marked = isMarked(at(thread), one.number);
        numbers.set(at(thread) + MARKED, one.number);
    }

    private boolean isOver(int thread, Seen one, long nowNanos) {
        if (one.number == 0 || one.told) {
            return false;
        }
        long most = limitOf(thread, one.number);
        return most != ANY_NANOS && nowNanos - one.sinceNanos >= most;
    }

    private void tell(int thread, Seen one, long nowNanos) {
        synchronized (telling) {
            if (numbers.compareAndSet(at(thread), one.number, -one.number)) {
                one.told = true;
                one.toldNanos = nowNanos;
                interrupt.accept(thread);
            }
        }
    }

    /** Returns the running tasks that were marked before the last check, so that they may be moved or interrupted. */
    public List<Running> marked() {
        List<Running> marked = new ArrayList<>();
        for (int thread = 0; thread < seen.length; thread++) {
            Seen one = seen[thread];
            if (one.marked && !one.told) {
                marked.add(new Running(thread, one.number, lookedNanos - one.sinceNanos));
            }
        }
        return marked;
    }

    /**
     * Interrupts a {@link #marked} task, because nobody needs its result any more.
     *
     * @param nowNanos the time of the last check
     */
    public void endUnwanted(Running task, long nowNanos) {
        barrier.accept(task.thread());
        Seen one = seen[task.thread()];
        tell(task.thread(), one, nowNanos);
        one.unwanted = one.told;
    }

    /**
     * Moves a {@link #marked} task into another loan, unless it has ended or put a task. The task's thread finds out by
     * {@link #takeMoved} when the task ends or puts one.
     *
     * @param as the record of the task in the other loan
     * @return whether the task was moved
     */
    public boolean move(Running task, PooledTask as) {
        barrier.accept(task.thread());
        int at = at(task.thread());
        synchronized (telling) {
            boolean movable = numbers.get(at) == task.number() && numbers.get(at + PUT) != task.number();
            if (movable) {
                moved[task.thread()] = as;
            }
            return movable;
        }
    }

    /**
     * Returns the new record of this thread's task, if the task was moved to another loan and the thread has not taken
     * the record yet; otherwise null.
     */
    public @Nullable PooledTask moved(int thread) {
        synchronized (telling) {
            return moved[thread];
        }
    }

    /**
     * Returns the thread whose task has been running for longest, as of the last check; null if no thread is in a task.
     */
    public @Nullable Running longest() {
        Running longest = null;
        for (int thread = 0; thread < seen.length; thread++) {
            Seen one = seen[thread];
            long nanos = lookedNanos - one.sinceNanos;
            if (one.number != 0 && (longest == null || nanos > longest.nanos())) {
                longest = new Running(thread, one.number, nanos);
            }
        }
        return longest;
    }

    /**
     * Returns a thread whose task was interrupted and had not ended {@link #GRACE_NANOS} later, as of the last check;
     * null if there is none. Tasks {@linkplain #endUnwanted whose results nobody needs} are left out.
     */
    public @Nullable Running deaf() {
        for (int thread = 0; thread < seen.length; thread++) {
            Seen one = seen[thread];
            boolean over = one.told && lookedNanos - one.toldNanos >= GRACE_NANOS;
            if (over && !one.unwanted && one.number != 0) {
                return new Running(thread, one.number, lookedNanos - one.sinceNanos);
            }
        }
        return null;
    }
}
