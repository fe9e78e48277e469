package org.moide.balance.pool;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * The task pool of one engine (Task Pool Teams): queues of one {@link Discipline}, which the control thread refills
 * ahead of need, and what the compute threads do when these hold nothing for them.
 *
 * <pre>
 * who enters              what
 * compute thread i        take(i), put(i, ..), executed(i, ..), ended, awaitWork(i, ..), aside(i, ..), leave(i)
 * the control thread      refill, putBack, takeOut, takeSetAside, hold, end, wantWord, takeWord
 * any                     queued, isEmpty, isHeld, endedRounds, waitingThreads, leftThreads, wake, communicate, abandon
 * </pre>
 *
 * <p>User code never runs in here, nor under a lock.
 *
 * <p><b>Resting.</b> With {@code fifo_cenII} and {@code lifo_cenII} only the first threads, as many as processors, take tasks
 * until {@link #communicate}: then all do, since some of them wait for messages while others compute.
 *
 * <p><b>Rounds.</b> {@link #end} ends a round: every thread is told so once, by {@link #awaitWork}, and finds nothing to
 * take until then; what comes afterwards belongs to the next round.
 *
 * <p><b>Word.</b> A control thread that waits for a task to end {@link #wantWord wants word} and sleeps ({@link Word}).
 */
public final class EnginePool {
    /** Array elements between those of two threads: two cache lines, since processors fetch lines in pairs. */
    private static final int PADDING = 16;

    /** Per thread: half of so many tasks, which another engine may take, is still worth taking. */
    private static final int ENOUGH_TASKS = 4;

    private final int threads;
    private final TaskQueues queues;
    private final ClassedTasks classed;
    private final int workers; // so many threads take tasks as long as none communicates
    private final ConcurrentLinkedQueue<PooledTask> setAside = new ConcurrentLinkedQueue<>();
    private final Signal work;
    private final Runnable whenDry;
    private final Runnable offered = this::offered;
    private final long[] roundsTold; // each touched by its thread only
    private final ThreadWaits waits;
    private final AtomicInteger awaiting = new AtomicInteger(); // threads inside awaitWork that do not rest
    private final boolean[] rested; // each touched by its thread only: whether it rests inside awaitWork
    private final AtomicLong endedRounds = new AtomicLong();
    private volatile boolean communicating;
    private volatile boolean abandoned;
    private volatile boolean held;
    private final Word word = new Word();

    /** Makes a pool with the default discipline. */
    public EnginePool(int threads, Signal work, Runnable whenDry, Ticker ticker) {
        this(Discipline.DEFAULT, threads, threads, work, whenDry, ticker);
    }

    /**
     * Makes an empty pool.
     *
     * @param processors how many there are for the threads
     * @param threads how many compute threads; 0 at the root of a run, where tasks lie until they are lent
     * @param work where compute threads wait for tasks
     * @param whenDry called by a compute thread that found nothing, before it waits, or that gives word: wakes the control
     *     thread; must not block
     * @param ticker tells how long threads wait
     */
    public EnginePool(
            Discipline discipline, int threads, int processors, Signal work, Runnable whenDry, Ticker ticker) {
        if (threads < 0 || processors < 0) {
            throw new IllegalArgumentException(
                    "expected no less than 0 compute threads and processors, found " + threads + " and " + processors);
        }
        this.threads = threads;
        this.work = work;
        this.whenDry = whenDry;
        this.waits = new ThreadWaits(threads, ticker);
        this.workers = discipline.rests() ? Math.max(1, processors) : threads;
        this.queues = discipline.queues(threads, offered);
        this.classed = new ClassedTasks(threads, work::raise);
        this.rested = new boolean[(threads + 1) * PADDING];
        this.roundsTold = new long[(threads + 1) * PADDING];
    }

    public ClassedTasks classed() {
        return classed;
    }

    /** The number of compute threads it serves. */
    public int threads() {
        return threads;
    }

    // --- compute threads ------------------------------------------------------------------------------------------

    /**
     * Takes a task, the next by the pool's discipline. Tasks of voided loans are dropped on the way, those of loans being
     * settled set aside. Does not block.
     *
     * @return null if there is none now, or if the round has ended and this thread was not told yet
     */
    public @Nullable PooledTask take(int thread) {
        if (abandoned || held || endedRounds.get() > roundsTold[cell(thread)] || isResting(thread)) {
            return null;
        }
        while (true) {
            PooledTask plain = queues.take(thread);
            PooledTask task = plain == null ? classed.take(thread) : plain;
            if (task == null) {
                return null;
            }
            LoanAccount.Standing standing = task.account().standing();
            if (standing == LoanAccount.Standing.OPEN) {
                return task;
            }
            ended(task);
            if (standing == LoanAccount.Standing.SETTLING) {
                setAside.add(task);
                whenDry.run(); // it may have been the last one
            }
        }
    }

    /** Queues a task that a task of {@code account} put on this thread, and counts it as created. Does not block. */
    public void put(int thread, LoanAccount account, Object task) {
        put(thread, new PooledTask(account, task, false));
    }

    /** Puts a task like {@link #put(int, LoanAccount, Object)}, which may be encoded already. */
    public void put(int thread, PooledTask task) {
        put(thread, thread, task);
    }

    /**
     * Puts a task like {@link #put(int, PooledTask)}, into the queue of thread {@code into}, if each has one and the
     * task reads nothing.
     */
    public void put(int thread, int into, PooledTask task) {
        task.account().countCreated(thread);
        if (!task.taskClass().isNone()) {
            classed.add(task, offered, whenDry);
        } else if (into == thread) {
            queues.put(thread, task);
        } else {
            queues.putInto(into, task);
            offered();
        }
        if (word.put()) {
            whenDry.run();
        }
    }

    /** Counts a task of {@code account} as executed: its puts are made, its result is merged. Does not block. */
    public void executed(int thread, LoanAccount account) {
        account.countExecuted(thread);
        if (word.ended()) {
            whenDry.run();
        }
    }

    /** A task that was taken is not run any more, whatever became of it: what it read may go. Does not block. */
    public void ended(PooledTask task) {
        if (!task.taskClass().isNone()) {
            classed.ended(task.taskClass());
        }
    }

    /** Wakes threads, since there is something new that others may take. */
    private void offered() {
        // Pairs with the increment in awaitWork: either we see the waiting thread or it sees the task.
        VarHandle.fullFence();
        if (awaiting.get() > 0) {
            work.raise();
        }
    }

    /**
     * Waits until there may be a task, the round has ended, or {@code alsoWhen} holds; unless the round has ended,
     * {@link #take} again.
     *
     * @param alsoWhen what else the thread waits for; whoever makes it true calls {@link #wake}
     * @return false if the round has ended: each thread is told once for each round
     * @throws InterruptedException if the thread is interrupted, or the pool {@link #abandon abandoned}
     */
    public boolean awaitWork(int thread, BooleanSupplier alsoWhen) throws InterruptedException {
        long told = roundsTold[cell(thread)];
        beginWaiting(thread);
        boolean roundEnded;
        try {
            BooleanSupplier over = () -> abandoned || endedRounds.get() > told || alsoWhen.getAsBoolean();
            // Tasks do not wake a resting thread; when its rest ends it waits again, and then they do.
            boolean rests = rested[cell(thread)];
            BooleanSupplier some = () -> rests ? !isResting(thread) : !isEmptyFor(thread);
            if (!some.getAsBoolean() && !over.getAsBoolean()) {
                whenDry.run();
                work.await(() -> some.getAsBoolean() || over.getAsBoolean(), Long.MAX_VALUE);
            }
        } finally {
            roundEnded = endWaiting(thread);
        }
        if (abandoned) {
            throw new InterruptedException("the pool was abandoned: the run is over");
        }
        return !roundEnded;
    }

    /** The thread waits from here on. For threads that are stepped; {@link #awaitWork} does it for those that block. */
    public void beginWaiting(int thread) {
        rested[cell(thread)] = isResting(thread);
        if (!rested[cell(thread)]) {
            awaiting.incrementAndGet();
        }
        waits.begin(thread, roundsTold[cell(thread)]);
    }

    /**
     * The thread waits no longer.
     *
     * @return whether the round has ended; the thread has been told by this
     */
    public boolean endWaiting(int thread) {
        int cell = cell(thread);
        waits.end(thread);
        if (!rested[cell]) {
            awaiting.decrementAndGet();
        }
        boolean ended = endedRounds.get() > roundsTold[cell];
        if (ended) {
            roundsTold[cell]++;
        }
        return ended;
    }

    /**
     * Threads talk to others from here on, and may wait for them within tasks: none rests any more. Any thread; never blocks;
     * again without effect.
     */
    public void communicate() {
        if (!communicating) {
            communicating = true;
            work.raise();
        }
    }

    private boolean isResting(int thread) {
        if (communicating || thread < workers) {
            return false;
        }
        int before = 0;
        for (int other = 0; other < thread; other++) {
            before += waits.hasLeft(other) ? 0 : 1;
        }
        return before >= workers;
    }

    /** Wakes every waiting thread, to look again at what else it waits for. Any thread; never blocks. */
    public void wake() {
        work.raise();
    }

    /** The thread has left the application's {@code run}, and takes and puts no more: it counts as waiting in every round. */
    public void leave(int thread) {
        waits.leave(thread);
        queues.leave(thread);
        work.raise(); // its tasks are for others, or its place among those that do not rest
        whenDry.run();
    }

    /** The thread does something else than tasks from here on, or does no longer. */
    public void aside(int thread, boolean begins) {
        waits.aside(thread, begins);
    }

    // --- control thread -------------------------------------------------------------------------------------------

    /** Adds tasks that came from outside, and wakes the threads that wait. Does not block. */
    public void refill(List<PooledTask> tasks) {
        add(tasks, false);
        work.raise();
    }

    /** Puts tasks like {@link #refill}, but to be taken before others that came from outside. */
    public void putBack(List<PooledTask> tasks) {
        add(tasks, true);
        work.raise();
    }

    private void add(List<PooledTask> tasks, boolean next) {
        List<PooledTask> plain = tasks;
        List<PooledTask> readers =
                tasks.stream().filter(task -> !task.taskClass().isNone()).toList();
        if (!readers.isEmpty()) {
            classed.addAll(readers, next);
            plain = tasks.stream().filter(task -> task.taskClass().isNone()).toList();
        }
        if (next) {
            queues.putBack(plain);
        } else {
            queues.refill(plain);
        }
    }

    /**
     * Takes out queued tasks of some loans, beginning with those that would be run last. It may miss tasks that a compute
     * thread takes at the same moment, or keeps for itself.
     *
     * @param max how many at most
     */
    public List<PooledTask> takeOut(Predicate<LoanAccount> which, int max) {
        List<PooledTask> found = takeOutPlain(which, max);
        classed.takeOut(which, max, found);
        return found;
    }

    /** Takes out tasks like {@link #takeOut}, of those that read nothing. */
    public List<PooledTask> takeOutPlain(Predicate<LoanAccount> which, int max) {
        List<PooledTask> found = new ArrayList<>();
        queues.takeOut(which, max, found);
        return found;
    }

    /** Takes the tasks that threads have set aside of loans being settled, since the last call. */
    public List<PooledTask> takeSetAside() {
        List<PooledTask> found = new ArrayList<>();
        for (PooledTask task = setAside.poll(); task != null; task = setAside.poll()) {
            found.add(task);
        }
        return found;
    }

    /** Asks for one call of {@code whenDry}, by the next thread that ends a task, or with {@code puts} puts one. */
    public void wantWord(boolean puts) {
        word.want(puts);
    }

    /** Returns whether the word that was wanted has come since the last call. */
    public boolean takeWord() {
        return word.take();
    }

    /** Sets whether threads take no task, whatever is queued. */
    public void hold(boolean holds) {
        if (held != holds) {
            held = holds;
            work.raise();
        }
    }

    /** The number of rounds that have ended. */
    public long endedRounds() {
        return endedRounds.get();
    }

    /** Ends the round: all threads are told by {@link #awaitWork}. */
    public void end() {
        endedRounds.incrementAndGet();
        work.raise();
    }

    /**
     * The run is over before its time: there is nothing to take any more, and threads that wait, or come to wait, are
     * thrown out. Any thread.
     */
    public void abandon() {
        abandoned = true;
        work.raise();
    }

    // --- any thread -----------------------------------------------------------------------------------------------

    /** About how many tasks are queued. */
    public int queued() {
        return queues.queued() + classed.size();
    }

    /** Returns whether the queued tasks may not last until others are found, or are too few for others to take some. */
    public boolean isShort() {
        return queued() < ENOUGH_TASKS * threads;
    }

    /** Returns whether threads take no task, as {@link #hold} said last. */
    public boolean isHeld() {
        return held;
    }

    /** Returns whether nothing is queued, as far as one can see. */
    public boolean isEmpty() {
        return queues.isEmpty() && classed.size() == 0;
    }

    private boolean isEmptyFor(int thread) {
        return held || (queues.isEmptyFor(thread) && !classed.isAnyTakable());
    }

    /** The number of compute threads that wait for tasks of this round or have left. */
    public int waitingThreads() {
        return waits.waiting(endedRounds.get());
    }

    /** The time for which all threads together have had no task: waited, been gone, or {@link #aside aside}. */
    public long withoutTaskNanos() {
        return waits.withoutTaskNanos();
    }

    /** The number of compute threads that have left. */
    public int leftThreads() {
        return waits.left();
    }

    private static int cell(int thread) {
        return (thread + 1) * PADDING - PADDING / 2;
    }
}
