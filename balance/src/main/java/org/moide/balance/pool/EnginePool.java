package org.moide.balance.pool;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * The task pool of one engine (Task Pool Teams). It has queues of one {@link Discipline}, which the control thread
 * refills ahead of need, and it lets compute threads wait when the queues are empty.
 *
 * <pre>
 * thread              methods
 * compute thread i    take(i), put(i, ..), executed(i, ..), ended, awaitWork(i, ..), aside(i, ..), leave(i), organise
 * the control thread  refill, putBack, takeOut, takeSetAside, hold, end, wantWord, takeWord
 * any                 queued, isEmpty, isHeld, endedRounds, waitingThreads, leftThreads, wake, communicate, abandon
 * </pre>
 *
 * <p>No user code runs inside these methods, except {@code take} in a pool that the application {@link #organise
 * organises}.
 *
 * <p><b>Resting.</b> With {@code fifo_cenII} and {@code lifo_cenII}, only as many threads as processors take tasks
 * until {@link #communicate} is called. From then on all threads do, since some of them wait for messages while others
 * compute.
 *
 * <p><b>Rounds.</b> {@link #end} ends a round. {@link #awaitWork} tells each thread once that it has ended, and until
 * then {@link #take} returns no task to the thread. Later tasks belong to the next round.
 *
 * <p><b>Word.</b> A control thread that waits for a task to end requests a wake-up call, a "word", by {@link
 * #wantWord}, and then sleeps ({@link Word}).
 */
public final class EnginePool {
    /** The distance between array elements of two threads: two cache lines, since processors fetch lines in pairs. */
    private static final int PADDING = 16;

    /**
     * The number of queued tasks per thread below which the pool counts as short, so that no task is lent: half of so
     * few tasks is not worth a loan.
     */
    private static final int ENOUGH_TASKS = 4;

    private final int threads;
    private final Discipline discipline;
    private volatile TaskQueues queues;
    private final ClassedTasks classed;
    private final int workers; // number of threads that take tasks until one communicates
    private final ConcurrentLinkedQueue<PooledTask> setAside = new ConcurrentLinkedQueue<>();
    private final Signal work;
    private final Runnable whenDry;
    private final Runnable offered = this::offered;
    private final long[] roundsTold; // each element used by its thread only
    private final ThreadWaits waits;
    private final AtomicInteger awaiting = new AtomicInteger(); // threads inside awaitWork that do not rest
    private final boolean[] rested; // inside awaitWork; each element used by its thread only
    private final AtomicLong endedRounds = new AtomicLong();
    private volatile boolean communicating;
    private volatile boolean abandoned;
    private volatile boolean held;
    private final Word word = new Word();
    private final Executions executions;

    /** Makes a pool with the default discipline. */
    public EnginePool(int threads, Signal work, Runnable whenDry, Ticker ticker) {
        this(Discipline.DEFAULT, threads, threads, work, whenDry, ticker);
    }

    /**
     * Makes an empty pool.
     *
     * @param processors the number of processors for the threads
     * @param threads the number of compute threads; 0 at the root of a run, where tasks wait until they are lent
     * @param work the signal on which compute threads wait for tasks
     * @param whenDry wakes the control thread; called by a compute thread that finds no task, before it waits, or that
     *     was asked for a wake-up call ({@link #wantWord}); must not block
     * @param ticker measures how long threads wait
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
        this.discipline = discipline;
        this.queues = discipline.queues(threads, offered);
        this.classed = new ClassedTasks(threads, work::raise);
        this.rested = new boolean[(threads + 1) * PADDING];
        this.roundsTold = new long[(threads + 1) * PADDING];
        this.executions = new Executions(threads);
    }

    /** Returns the record of which loans' tasks the threads execute. */
    public Executions executions() {
        return executions;
    }

    public ClassedTasks classed() {
        return classed;
    }

    public int threads() {
        return threads;
    }

    // --- compute threads ------------------------------------------------------------------------------------------

    /**
     * Lets the application decide which of its tasks runs next, as far as they read no data objects. Called once, before
     * any compute thread puts or takes tasks.
     *
     * @param repositories makes an empty repository; called once, or once for each thread, as the discipline wants
     */
    public void organise(Supplier<Repository> repositories) {
        queues = discipline.organised(queues, threads, repositories, offered);
    }

    /**
     * Takes the next task of the pool's discipline. It drops tasks of void loans, and sets aside those of loans that
     * are being returned early. Does not block.
     *
     * @return null if there is no task now, or if the round has ended and {@link #awaitWork} has not yet told this
     *     thread so
     */
    public @Nullable PooledTask take(int thread) {
        if (abandoned || held || isRoundOver(thread) || isResting(thread)) {
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
                whenDry.run(); // it may have been the loan's last one
            }
        }
    }

    /** Queues a task that a task of {@code account} put on this thread, and counts it as created. Does not block. */
    public void put(int thread, LoanAccount account, Object task) {
        put(thread, new PooledTask(account, task, false));
    }

    /** Puts a task like {@link #put(int, LoanAccount, Object)}; the task may be encoded. */
    public void put(int thread, PooledTask task) {
        put(thread, thread, task);
    }

    /**
     * Puts a task like {@link #put(int, PooledTask)}, but into the queue of thread {@code into}, if each thread has a
     * queue and the task reads no data objects.
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

    /** Counts a task of {@code account} as executed, after its puts and the merge of its result. Does not block. */
    public void executed(int thread, LoanAccount account) {
        account.countExecuted(thread);
        if (word.ended()) {
            whenDry.run();
        }
    }

    /**
     * Records that a task which a thread had taken has ended or will not run. The data objects that it reads may then
     * be dropped. Does not block.
     */
    public void ended(PooledTask task) {
        if (!task.taskClass().isNone()) {
            classed.ended(task.taskClass());
        }
    }

    /** Wakes waiting threads, because a task is there that any of them may take. */
    private void offered() {
        // Pairs with the increment in awaitWork: this thread sees the waiting thread, or that one sees the task.
        VarHandle.fullFence();
        if (awaiting.get() > 0) {
            work.raise();
        }
    }

    /**
     * Waits until there may be a task, the round has ended, or {@code alsoWhen} holds. Unless the round has ended, the
     * caller calls {@link #take} again.
     *
     * @param alsoWhen another condition to wait for; the thread that makes it true calls {@link #wake}
     * @return false if the round has ended; each thread is told once for each round
     * @throws InterruptedException if the thread is interrupted, or the pool {@link #abandon abandoned}
     */
    public boolean awaitWork(int thread, BooleanSupplier alsoWhen) throws InterruptedException {
        beginWaiting(thread);
        boolean roundEnded;
        try {
            BooleanSupplier over = () -> abandoned || isRoundOver(thread) || alsoWhen.getAsBoolean();
            // New tasks do not wake a resting thread. When its rest ends it waits again, and then they do.
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

    /**
     * Counts the thread as waiting. For threads that are stepped; {@link #awaitWork} calls it for threads that block.
     */
    public void beginWaiting(int thread) {
        rested[cell(thread)] = isResting(thread);
        if (!rested[cell(thread)]) {
            awaiting.incrementAndGet();
        }
        waits.begin(thread, roundsTold[cell(thread)]);
    }

    /**
     * Counts the thread as waiting no longer.
     *
     * @return whether the round has ended; if true, the thread counts as told
     */
    public boolean endWaiting(int thread) {
        int cell = cell(thread);
        waits.end(thread);
        if (!rested[cell]) {
            awaiting.decrementAndGet();
        }
        boolean ended = isRoundOver(thread);
        if (ended) {
            roundsTold[cell]++;
        }
        return ended;
    }

    /** Returns whether a round has ended of which the thread was not told. Called by that thread only. */
    public boolean isRoundOver(int thread) {
        return endedRounds.get() > roundsTold[cell(thread)];
    }

    /**
     * Lets all threads take tasks, even if there are more of them than processors, because threads communicate from now
     * on and may wait for each other within tasks. Any thread may call it; it never blocks, and repeats have no effect.
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

    /** Wakes every waiting thread to evaluate its {@code alsoWhen} again. Any thread may call it; it never blocks. */
    public void wake() {
        work.raise();
    }

    /**
     * Records that the thread has left the application's {@code run} and neither takes nor puts tasks any more. It
     * counts as waiting in every round.
     */
    public void leave(int thread) {
        waits.leave(thread);
        queues.leave(thread);
        work.raise(); // others take its queued tasks, or its place among the workers
        whenDry.run();
    }

    /**
     * Records that the thread begins or ends other work than tasks; the time of that work does not count as task time.
     */
    public void aside(int thread, boolean begins) {
        waits.aside(thread, begins);
    }

    // --- control thread -------------------------------------------------------------------------------------------

    /**
     * Adds tasks that were not put by this pool's threads, such as borrowed ones, and wakes waiting threads. Does not
     * block.
     */
    public void refill(List<PooledTask> tasks) {
        add(tasks, false);
        work.raise();
    }

    /** Adds tasks like {@link #refill}, but in front of the tasks that {@code refill} has added. */
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
     * Takes out queued tasks of loans that pass {@code which}, beginning with those that would run last. It may miss
     * tasks that a compute thread takes at the same moment, or keeps in the private part of its queue.
     *
     * @param max the most tasks to take
     */
    public List<PooledTask> takeOut(Predicate<LoanAccount> which, int max) {
        List<PooledTask> found = takeOutPlain(which, max);
        classed.takeOut(which, max, found);
        return found;
    }

    /** Takes out tasks like {@link #takeOut}, but only tasks that read no data objects. */
    public List<PooledTask> takeOutPlain(Predicate<LoanAccount> which, int max) {
        List<PooledTask> found = new ArrayList<>();
        queues.takeOut(which, max, found);
        return found;
    }

    /** Removes and returns the tasks of loans being returned early that threads have set aside since the last call. */
    public List<PooledTask> takeSetAside() {
        if (setAside.isEmpty()) {
            return List.of();
        }
        List<PooledTask> found = new ArrayList<>();
        for (PooledTask task = setAside.poll(); task != null; task = setAside.poll()) {
            found.add(task);
        }
        return found;
    }

    /**
     * Asks for one wake-up call: the next thread that ends a task, or if {@code puts} is true also one that puts a
     * task, calls {@code whenDry}.
     */
    public void wantWord(boolean puts) {
        word.want(puts);
    }

    /** Returns whether the wake-up call requested by {@link #wantWord} has come since the last call of this method. */
    public boolean takeWord() {
        return word.take();
    }

    /** Sets whether {@link #take} returns no task even if tasks are queued. */
    public void hold(boolean holds) {
        if (held != holds) {
            held = holds;
            work.raise();
        }
    }

    public long endedRounds() {
        return endedRounds.get();
    }

    /** Ends the round; {@link #awaitWork} reports that to each thread once. */
    public void end() {
        endedRounds.incrementAndGet();
        work.raise();
    }

    /**
     * Ends the pool early, because the run has failed. No task can be taken any more, and threads that wait, or begin
     * to wait, get an exception. Any thread may call it.
     */
    public void abandon() {
        abandoned = true;
        work.raise();
    }

    // --- any thread -----------------------------------------------------------------------------------------------

    /** Returns approximately how many tasks are queued. */
    public int queued() {
        return queues.queued() + classed.size();
    }

    /**
     * Returns whether the queued tasks are so few that they may run out before others are borrowed, and that none
     * should be lent.
     */
    public boolean isShort() {
        return queued() < ENOUGH_TASKS * threads;
    }

    /** Returns whether {@link #hold} keeps threads from taking tasks. */
    public boolean isHeld() {
        return held;
    }

    /** Returns whether no task seems to be queued; other threads may change that at any time. */
    public boolean isEmpty() {
        return queues.isEmpty() && classed.size() == 0;
    }

    private boolean isEmptyFor(int thread) {
        return held || (queues.isEmptyFor(thread) && !classed.isAnyTakable());
    }

    /** Returns the number of compute threads that wait for tasks in this round or have left. */
    public int waitingThreads() {
        return waits.waiting(endedRounds.get());
    }

    /**
     * Returns the total time for which threads have had no task: because they wait, have left, or do other work
     * ({@link #aside}).
     */
    public long withoutTaskNanos() {
        return waits.withoutTaskNanos();
    }

    /** Returns the number of compute threads that have left the application for good. */
    public int leftThreads() {
        return waits.left();
    }

    private static int cell(int thread) {
        return (thread + 1) * PADDING - PADDING / 2;
    }
}
