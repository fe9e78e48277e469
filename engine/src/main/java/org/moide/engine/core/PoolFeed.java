package org.moide.engine.core;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;
import org.moide.balance.data.TaskLimits;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.pool.Repository;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTrace;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.engine.bag.TaskFeed;
import org.moide.engine.bag.Tasks;
import org.moide.engine.compute.FailureReports;
import org.moide.engine.control.BrokenRuleException;
import org.moide.engine.control.EngineReport;
import org.moide.engine.data.WrittenData;

/**
 * Connects compute threads with the engine's pool and its control thread. Tasks come from the pool, and other work,
 * such as closing loans, from the control thread; compute threads wait for both in one place.
 *
 * <p>Concurrency: each compute thread writes its own row, and other threads read it after that thread has ended;
 * the queues and {@code aside}, the tasks that are put aside and that no thread has taken up again, are concurrent.
 */
final class PoolFeed implements TaskFeed {
    private static final long NOT_WAITING = Long.MIN_VALUE;

    /**
     * The assumed time for encoding a small task when it begins, to keep the bytes for a second copy. Used while the
     * real time is not known.
     */
    private static final long USUAL_KEEPING_NANOS = 2_000;

    /**
     * The least ratio of a task's run time to the time for encoding it. Tasks that are shorter are not encoded when
     * they begin.
     */
    private static final int KEEPING_PART = 100;

    /**
     * The number of checks by the control thread after which encoding is tried again, although it took too long before.
     * By then other tasks may run, which are encoded faster or run longer.
     */
    private static final int LOOKS_UNTIL_TRIED = 50;

    /** The name of what an idle thread waits for, as the user sees it. */
    private static final String TASK = "a task";

    private final EnginePool pool;
    private final EpochData data;
    private final boolean verifiesObjects;
    private final boolean assisted;
    private final ObjectCodec codec;
    private final ObjectCodec taskBytes;
    private final Ticker ticker;
    private final Consumer<EpochEvent> control;
    private final Queue<Work> paperwork = new ConcurrentLinkedQueue<>();
    private final Queue<Rest> resumed = new ConcurrentLinkedQueue<>();
    private final Map<Long, PooledTask> aside = new ConcurrentHashMap<>();
    private final AtomicLong asideNumbers = new AtomicLong();
    private final Encoding encoding;
    private final String helper;
    private final Signal putsKnown;
    private final Row[] rows;
    private volatile boolean keepsBytes;
    private int looks;
    /**
     * The time that the calling thread has waited for data objects. It is a thread-local value, because a thread that
     * asks for an object does not pass its index.
     */
    private final ThreadLocal<long[]> dataWaits = ThreadLocal.withInitial(() -> new long[1]);

    PoolFeed(
            EnginePool pool,
            EpochData data,
            ObjectCodec taskBytes,
            boolean verifiesObjects,
            boolean assisted,
            EngineSetup setup,
            EnginePorts ports,
            Consumer<EpochEvent> control) {
        this.pool = pool;
        this.data = data;
        this.taskBytes = taskBytes;
        this.verifiesObjects = verifiesObjects;
        this.assisted = assisted;
        this.putsKnown = ports.computeSignals().create();
        this.codec = ports.codec();
        this.ticker = ports.around().ticker();
        this.control = control;
        this.helper = setup.role() + "-encoding";
        this.encoding = new Encoding(helper, this::help, ports.around());
        this.rows = new Row[pool.threads()];
        for (int thread = 0; thread < rows.length; thread++) {
            rows[thread] = new Row(ports.traces().of(thread));
            stepAside(thread); // the thread prepares the application
        }
    }

    /** The rest of a task that a thread may take up again, with its number in {@code aside}. */
    private record Rest(long number, Serializable rest) {}

    private static final class Row {
        private final ThreadTrace trace;
        private long waitNanos;
        private long tasks;
        private long begunNanos;
        private boolean begun;
        private boolean aside; // the thread has no task but does not wait for one either
        private long puts;
        private long putsTaken; // used by the control thread only
        private volatile long putsKnown; // a copy of {@code putsTaken} for the compute thread
        private volatile long keepingNanos = USUAL_KEEPING_NANOS; // the time that it took to encode the last task
        // The time since which the thread waits for a task, for other threads to read.
        private volatile long waitsSinceNanos = NOT_WAITING;

        Row(ThreadTrace trace) {
            this.trace = trace;
        }
    }

    // --- compute threads ------------------------------------------------------------------------------------------

    @Override
    public @Nullable Work next(int thread) throws InterruptedException {
        Row row = rows[thread];
        if (row.aside) {
            row.aside = false;
            pool.aside(thread, false);
        }
        Work work = poll(thread);
        while (work == null) {
            if (!waitForWork(thread, row)) {
                stepAside(thread);
                return null;
            }
            work = poll(thread);
        }
        if (work instanceof Work.Run || work instanceof Work.Resume) {
            row.trace.begins(ThreadTrace.TASK);
        } else {
            stepAside(thread); // the cost of lending does not count as time of tasks
        }
        return work;
    }

    // Read once for the whole wait: thread 0 may have run its first tasks before another thread notices that preparing
    // is over.
    private void stepAside(int thread) {
        rows[thread].aside = true;
        pool.aside(thread, true);
    }

    private boolean waitForWork(int thread, Row row) throws InterruptedException {
        long start = ticker.nanoTime();
        row.waitsSinceNanos = start;
        row.trace.begins(ThreadTrace.FETCH);
        try {
            letPutsArrive(row);
            return pool.awaitWork(thread, () -> !paperwork.isEmpty() || !encoding.isEmpty() || !resumed.isEmpty());
        } finally {
            row.trace.ends();
            row.waitsSinceNanos = NOT_WAITING;
            row.waitNanos += ticker.nanoTime() - start;
        }
    }

    // A waiting thread must have no unprocessed puts, so it waits for its puts first.
    private void letPutsArrive(Row row) throws InterruptedException {
        if (row.putsKnown < row.puts) {
            putsKnown.await(() -> row.putsKnown >= row.puts, Long.MAX_VALUE);
        }
    }

    private @Nullable Work poll(int thread) {
        Work paper = paperwork.poll();
        if (paper != null) {
            return paper;
        }
        LoanOutput.EncodeTasks tasks = encoding.poll();
        if (tasks != null) {
            return new Work.Encode(tasks);
        }
        Work.Resume resume = pollResumed();
        if (resume != null) {
            return resume;
        }
        PooledTask task = pool.take(thread);
        if (task == null) {
            return null;
        }
        Row row = rows[thread];
        if (!row.begun) {
            row.begun = true;
            row.begunNanos = ticker.nanoTime();
        }
        return new Work.Run(task);
    }

    private Work.@Nullable Resume pollResumed() {
        for (Rest next = resumed.poll(); next != null; next = resumed.poll()) {
            PooledTask task = aside.remove(next.number);
            if (task != null) {
                return new Work.Resume(task, next.rest);
            }
        }
        return null;
    }

    @Override
    public void organise(Supplier<Repository> repositories) {
        pool.organise(repositories);
    }

    @Override
    public void put(int thread, int queue, PooledTask parent, Serializable task, TaskClass reads, double priority) {
        pool.put(thread, queue, PooledTask.putBy(parent, task, reads, priority));
    }

    @Override
    public Object object(long id) {
        return data.held().value(id, codec);
    }

    @Override
    public Object shared(long id) throws InterruptedException {
        long start = ticker.nanoTime();
        try {
            return data.shared(id, codec);
        } finally {
            dataWaits.get()[0] += ticker.nanoTime() - start;
        }
    }

    @Override
    public WrittenData write(long id, Serializable value) throws InterruptedException {
        pool.classed().unwritten(id); // until the loan of its task is returned
        byte[] encoded = codec.encode(value);
        long start = ticker.nanoTime();
        try {
            return data.write(id, encoded);
        } finally {
            dataWaits.get()[0] += ticker.nanoTime() - start;
        }
    }

    @Override
    public WrittenData writeRecomputable(long id, Serializable value) {
        pool.classed().unwritten(id);
        return data.writeRecomputable(id, codec.encode(value));
    }

    @Override
    public void made(int thread, Work.Make made, Serializable value) {
        byte[] encoded = codec.encode(value);
        if (encoded.length > made.mostBytes()) {
            throw new BrokenRuleException("recompute(" + made.id() + "): expected an object of at most "
                    + made.mostBytes() + " bytes, as it was declared or written, found " + encoded.length);
        }
        data.made(made.id(), Arrays.copyOf(encoded, Math.toIntExact(made.mostBytes())));
    }

    @Override
    public void discard(List<WrittenData> written) {
        written.forEach(data::discard);
    }

    @Override
    public void putEncoded(int thread, @Nullable PooledTask parent, Serializable task) {
        byte[] encoded = Tasks.encoded(task, taskBytes);
        if (parent == null) {
            rows[thread].puts++;
            control.accept(new EpochEvent.TasksPut(thread, List.of(encoded), false));
        } else {
            pool.put(thread, parent.as(encoded, true, TaskClass.NONE));
        }
    }

    @Override
    public void putHere(int thread, @Nullable PooledTask parent, List<? extends Serializable> tasks) {
        if (parent != null) {
            int into = thread;
            for (Serializable task : tasks) {
                byte[] encoded = Tasks.encoded(task, taskBytes);
                pool.put(thread, into, parent.as(encoded, true, TaskClass.NONE));
                into = (into + 1) % rows.length;
            }
        } else if (!tasks.isEmpty()) {
            TaskLimits limits = tasks.size() == 1 ? TaskLimits.BEGINS_HERE : TaskLimits.NONE;
            List<byte[]> encoded = tasks.stream()
                    .map(task -> TaskHead.of(TaskHead.NO_PRIORITY, limits, Tasks.encoded(task, taskBytes)))
                    .toList();
            rows[thread].puts++;
            control.accept(new EpochEvent.TasksPut(thread, encoded, true));
        }
    }

    @Override
    public Runnable setAside(int thread, PooledTask task, Serializable rest) {
        rows[thread].trace.ends();
        long number = asideNumbers.incrementAndGet();
        aside.put(number, task);
        return () -> {
            resumed.add(new Rest(number, rest));
            pool.wake();
        };
    }

    @Override
    public void verifyObjects(PooledTask task) {
        if (verifiesObjects) {
            for (long id : task.taskClass().ids()) {
                data.held().verify(id, codec);
            }
        }
    }

    @Override
    public boolean verifiesObjects() {
        return verifiesObjects;
    }

    @Override
    public boolean isShortOfTasks() {
        return pool.isShort();
    }

    @Override
    public boolean lacksTasks() {
        return assisted || isAnyWaiting();
    }

    @Override
    public PooledTask withBytes(int thread, PooledTask task) {
        if (!keepsBytes || task.encoded()) {
            return task;
        }
        long start = ticker.nanoTime();
        try {
            return task.as(Tasks.encoded(task, taskBytes), true, task.taskClass());
        } catch (CommException unsendable) {
            return task; // a task that cannot be sent is not lent, so it needs no encoding
        } finally {
            rows[thread].keepingNanos = ticker.nanoTime() - start;
        }
    }

    @Override
    public void executed(int thread, PooledTask task) {
        rows[thread].tasks++;
        rows[thread].trace.ends();
        pool.ended(task);
        pool.executed(thread, task.account());
    }

    @Override
    public void failed(int thread, PooledTask task, FailedTask failure) {
        rows[thread].trace.ends();
        pool.ended(task);
        control.accept(new EpochEvent.TaskFailed(task.account().loan(), failure));
    }

    @Override
    public void communicates() {
        pool.communicate();
    }

    @Override
    public void closed(int thread, LoanOutput.ClosedLoan loan) {
        control.accept(new EpochEvent.LoanClosed(loan));
    }

    @Override
    public void encoded(int thread, LoanOutput.EncodedTasks tasks) {
        control.accept(new EpochEvent.TasksEncoded(tasks));
    }

    @Override
    public void merged(int thread, LoanOutput.MergedResults results) {
        control.accept(new EpochEvent.ResultsMerged(results));
    }

    @Override
    public void leave(int thread) {
        pool.leave(thread);
        if (pool.leftThreads() == pool.threads()) {
            finishAside(thread); // as a thread's last task is done when the thread returns
        }
    }

    private void finishAside(int thread) {
        for (Long number : List.copyOf(aside.keySet())) {
            PooledTask task = aside.remove(number);
            if (task != null) {
                pool.executed(thread, task.account());
            }
        }
    }

    @Override
    public long waitNanos(int thread) {
        return rows[thread].waitNanos;
    }

    @Override
    public long dataWaitNanos() {
        return dataWaits.get()[0];
    }

    @Override
    public long tasks(int thread) {
        return rows[thread].tasks;
    }

    // --- the control thread ---------------------------------------------------------------------------------------

    /**
     * Returns the time from {@code sinceNanos} until any thread began its first task. Called after all threads have
     * ended.
     */
    long firstTaskNanos(long sinceNanos) {
        long first = Long.MAX_VALUE;
        for (Row row : rows) {
            first = row.begun ? Math.min(first, row.begunNanos - sinceNanos) : first;
        }
        return first == Long.MAX_VALUE ? EngineReport.Finished.NO_TASK : first;
    }

    /**
     * Decides whether a task that was put on this engine is encoded when it begins, so that another engine can run a
     * second copy. It is encoded only if that takes a small part of the tasks' mean run time.
     */
    void keepBytes(boolean wanted, long meanTaskNanos) {
        boolean triesAgain = ++looks % LOOKS_UNTIL_TRIED == 0;
        long longest = triesAgain
                ? USUAL_KEEPING_NANOS
                : Arrays.stream(rows).mapToLong(row -> row.keepingNanos).max().orElse(0);
        keepsBytes = wanted && meanTaskNanos >= KEEPING_PART * longest;
    }

    /** Gives work to a compute thread, which does it between two tasks. */
    void assign(Work work) {
        if (work instanceof Work.Encode encode) {
            encoding.add(encode.tasks());
        } else {
            paperwork.add(work);
        }
        pool.wake();
    }

    /**
     * Gives work to a waiting thread. Any thread.
     *
     * @return false if no thread waits
     */
    boolean assignIfAnyWaits(Work work) {
        // Otherwise the waiting thread is about to be woken for other work.
        boolean any = isAnyWaiting() && paperwork.isEmpty();
        if (any) {
            assign(work);
        }
        return any;
    }

    /** Lets a compute thread compute a data object again. */
    void make(long id, long mostBytes) {
        assign(new Work.Make(id, mostBytes));
    }

    /** Returns whether a thread waits for a task now. */
    boolean isAnyWaiting() {
        return Arrays.stream(rows).anyMatch(row -> row.waitsSinceNanos != NOT_WAITING);
    }

    /** Returns a copy of the state that includes the threads' waits for tasks. */
    EngineState waiting(EngineState state, long nowNanos) {
        List<ThreadState> threads = new ArrayList<>(state.threads());
        for (int thread = 0; thread < rows.length; thread++) {
            long since = rows[thread].waitsSinceNanos;
            ThreadState known = threads.get(thread);
            if (since != NOT_WAITING && known.kind() == ThreadState.Kind.RUNNING) {
                threads.set(thread, ThreadState.elsewhere(known.id(), since, TASK, nowNanos - since));
            }
        }
        return state.with(threads);
    }

    /** Ends the encoding of tasks. */
    void close() {
        encoding.close();
    }

    private void help(LoanOutput.EncodeTasks job) {
        try {
            control.accept(new EpochEvent.TasksEncoded(Tasks.encoded(job, taskBytes)));
        } catch (Throwable thrown) {
            control.accept(new EpochEvent.Failed(FailureReports.describe(helper, thrown)));
        }
    }

    /** Notes that the control thread has processed one more {@link EpochEvent.TasksPut} of this thread. */
    void putKnown(int thread) {
        Row row = rows[thread];
        row.putsKnown = ++row.putsTaken;
        putsKnown.raise();
    }
}
