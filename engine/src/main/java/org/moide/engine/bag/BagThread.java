package org.moide.engine.bag;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.InitialTask;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.commlib.CommException;
import org.moide.commlib.CommLib;
import org.moide.commlib.RunEndedException;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.UsageException;
import org.moide.engine.compute.EngineView;
import org.moide.engine.compute.Interrupts;
import org.moide.engine.compute.SharedObjects;
import org.moide.engine.control.BrokenRuleException;
import org.moide.engine.control.Questions;
import org.moide.engine.data.WrittenData;

/**
 * The loop of one compute thread that runs the tasks of a bag, and the {@link TaskContext} of these tasks. Used by that
 * thread only.
 */
public final class BagThread<T extends Serializable, R extends Serializable> implements TaskContext<T>, OwnBag.Naming {
    /**
     * The largest encoded result, in bytes, that {@link #readBack} decodes as a check. Decoding a larger one may take
     * too much memory.
     */
    private static final int MOST_READ_BACK_BYTES = 16 << 20;

    private final EngineView engine;
    private final int index;
    private final CommLib comm;
    private final TaskFeed feed;
    private final SharedObjects shared;
    private final Report report;
    private final @Nullable MergeCheck<T, R> check;
    private final Interrupts interrupts;
    private final TaskTimes times;
    private @Nullable TaskApplication<T, R> application;
    private @Nullable PooledTask
            current; // read by others too, after the number of its time; moved under TaskTimes' lock
    private boolean recomputing;
    private byte @Nullable [] alone; // other threads read it too, after the number of the task in {@code times}
    private int putByCurrent;
    private @Nullable PooledTask last; // the last task that ended well on this thread, while its loan is open
    private final List<WrittenData> writtenByCurrent = new ArrayList<>();

    public BagThread(
            EngineView engine,
            int index,
            CommLib comm,
            TaskFeed feed,
            SharedObjects shared,
            Report report,
            @Nullable MergeCheck<T, R> check,
            Interrupts interrupts,
            TaskTimes times) {
        this.engine = engine;
        this.index = index;
        this.comm = comm;
        this.feed = feed;
        this.shared = shared;
        this.report = report;
        this.check = check;
        this.interrupts = interrupts;
        this.times = times;
    }

    /** Waits for the first piece of work, and returns it; null if there will be none. */
    public TaskFeed.@Nullable Work first() throws InterruptedException {
        return next();
    }

    /** Does pieces of work until there are no more, {@code first} before all others. */
    public void runAll(TaskApplication<T, R> application, TaskFeed.@Nullable Work first) throws Exception {
        this.application = application;
        TaskFeed.Work work = first;
        while (work != null) {
            engine.enter(); // the work before may have set another class loader
            if (work instanceof TaskFeed.Work.Run run) {
                runOne(application, run.task());
            } else if (work instanceof TaskFeed.Work.Close close) {
                close(application, close.loan());
            } else if (work instanceof TaskFeed.Work.Encode encode) {
                feed.encoded(index, Tasks.encoded(encode.tasks(), engine.tasks()));
            } else if (work instanceof TaskFeed.Work.Make make) {
                make(application, make);
            } else if (work instanceof TaskFeed.Work.Merge merge) {
                mergeAll(application, merge.results());
            } else if (work instanceof TaskFeed.Work.Alone alone && application instanceof OwnBag own) {
                runAlone(own, alone.call());
            }
            work = next();
        }
    }

    private void make(TaskApplication<T, R> application, TaskFeed.Work.Make make) throws Exception {
        Serializable value = recomputed(application, make.id());
        if (feed.verifiesObjects()) {
            requireSame(make.id(), value, recomputed(application, make.id()), "made");
        }
        feed.made(index, make, value);
    }

    private Serializable recomputed(TaskApplication<T, R> application, long id) throws Exception {
        Serializable value = application.recompute(id, this);
        if (value == null) {
            throw new BrokenRuleException("recompute(" + id + "): expected a value, found null");
        }
        return value;
    }

    private void requireSame(long id, Serializable before, Serializable again, String how) {
        if (!Arrays.equals(engine.codec().encode(before), engine.codec().encode(again))) {
            throw new BrokenRuleException("recompute(" + id + "): expected the value that was " + how + " before, found"
                    + " another one on engine " + engine.engine());
        }
    }

    private TaskFeed.@Nullable Work next() throws InterruptedException {
        return interrupts.await(() -> feed.next(index));
    }

    // The tasks of a loan come from an application object of the same class, so they have the type T.
    @SuppressWarnings("unchecked")
    private void runOne(TaskApplication<T, R> application, PooledTask pooled) throws Exception {
        current = feed.withBytes(index, pooled);
        putByCurrent = 0;
        writtenByCurrent.clear();
        T task = null;
        R result;
        engine.notes().begins(index, pooled);
        times.begins(index);
        try {
            InitialTask initial = pooled.encoded() ? InitialTask.in((byte[]) pooled.task()) : null;
            if (initial != null) {
                engine.notes().named(index, initial);
                application.initialize(initial.part(), initial.parts(), this);
                result = application.identity();
            } else {
                task = (T) Tasks.decoded(pooled, engine.tasks());
                if (!(application instanceof OwnBag)) { // an OwnBag notes the names of its tasks itself
                    named(task);
                }
                result = application.executeTask(task, this);
                if (times.isLimited(index)) {
                    readBack(engine.codec().encode(result));
                }
            }
        } catch (Throwable thrown) {
            boolean found = thrown instanceof OwnBag.Late;
            boolean late = times.ended(index) || found;
            if (endsTheRun(thrown, late)) {
                throw thrown;
            }
            failed(now(pooled), task, found ? thrown.getCause() : thrown, late);
            return;
        }
        if (times.ended(index)) { // the result may be incomplete, because the task was interrupted
            failed(now(pooled), task, null, true);
            return;
        }
        verify(pooled, task);
        if (check != null) {
            check.sample(result);
        }
        PooledTask paid = now(pooled);
        merge(application, paid.account(), result);
        last = paid;
        writtenByCurrent.forEach(one -> paid.account().wrote(one.stored()));
        current = null;
        engine.notes().ended(index);
        feed.executed(index, paid);
    }

    /**
     * Returns the present record of the running task, or of the task that has just ended. It differs from the given
     * record if the control thread has moved the task to another loan, a batch of tasks, since the task began.
     */
    private PooledTask now(PooledTask pooled) {
        PooledTask moved = times.takeMoved(index);
        if (moved != null) {
            current = moved;
        }
        PooledTask known = current;
        return known == null ? pooled : known;
    }

    /**
     * Returns the task that this thread is running or has just run; null if there is none. If the task was moved to
     * another loan (batch of tasks), the returned record names that loan. Called by the control thread.
     */
    public @Nullable PooledTask current() {
        PooledTask moved = times.moved(index);
        return moved == null ? current : moved;
    }

    /**
     * Returns whether the tasks are calls of an executor. The answer to such a call is sent before the loan (the batch
     * of tasks) that contains the call is returned.
     */
    public boolean runsCalls() {
        return application instanceof OwnBag;
    }

    /**
     * Reports to the {@link TaskFeed} that an attempt of a task has failed, and discards what the attempt wrote.
     *
     * @param thrown the exception; null if the task returned too late
     * @param late whether the task exceeded its time limit
     */
    private void failed(PooledTask pooled, @Nullable T task, @Nullable Throwable thrown, boolean late) {
        current = null;
        engine.enter();
        engine.notes().ended(index);
        feed.discard(writtenByCurrent);
        Object named = application instanceof OwnBag own && task instanceof byte[] call ? own.nameOf(call) : task;
        FailedTask failure = late
                ? ThrownTask.late(engine, index, pooled, named, putByCurrent, thrown, times.limit(index))
                : ThrownTask.of(engine, index, pooled, named, putByCurrent, Objects.requireNonNull(thrown, "thrown"));
        feed.failed(index, pooled, failure);
    }

    private void runAlone(OwnBag own, byte[] call) {
        alone = call;
        times.begins(index);
        try {
            own.runAlone(call, this);
        } finally {
            times.ended(index);
            alone = null;
        }
    }

    /**
     * Gives up the call that this thread runs, since it is deaf to its interrupt and the JVM is also the coordinator's.
     * Called by the control thread; does not block.
     *
     * @param why follows the call's name
     * @return false if this thread runs no call
     */
    public boolean givesUp(String why) {
        PooledTask pooled = current;
        byte[] call = alone;
        if (!(application instanceof OwnBag own)) {
            return false;
        }
        Object task = pooled == null ? call : Tasks.decoded(pooled, engine.tasks());
        if (!(task instanceof byte[] bytes)) {
            return false;
        }
        own.givesUp(bytes, why);
        return true;
    }

    /**
     * Returns the name of the running task, from its own {@code toString}; empty if it has none. Blocks for a short
     * time at most. Any thread may call it, except the one that runs the task.
     */
    public String name() {
        PooledTask pooled = current;
        byte[] call = alone;
        return Questions.ask(() -> pooled == null ? nameOfCall(call) : name(pooled), "");
    }

    private @Nullable String name(PooledTask pooled) {
        if (pooled.encoded() && InitialTask.in((byte[]) pooled.task()) != null) {
            return ThrownTask.name(pooled, null);
        }
        Object task = Tasks.decoded(pooled, engine.tasks());
        return application instanceof OwnBag ? nameOfCall(task) : ThrownTask.name(pooled, task);
    }

    private @Nullable String nameOfCall(@Nullable Object call) {
        return application instanceof OwnBag own && call instanceof byte[] bytes ? own.nameOf(bytes) : null;
    }

    @Override
    public void named(Object task) {
        engine.notes().named(index, task);
    }

    @Override
    public void limit(long nanos) {
        times.limit(index, nanos);
    }

    @Override
    public void readBack(byte[] encoded) {
        if (times.isLimited(index) && encoded.length <= MOST_READ_BACK_BYTES) {
            engine.codec().decode(encoded);
        }
    }

    @Override
    public @Nullable String ended() {
        return times.ended(index) ? times.limit(index) : null;
    }

    /**
     * Checks that the task has not changed a data object that it read. Otherwise the run ends, because other tasks may
     * have read the changed object and their results cannot be trusted either.
     */
    private void verify(PooledTask pooled, @Nullable T task) {
        try {
            feed.verifyObjects(pooled);
        } catch (IllegalStateException changed) {
            throw new BrokenRuleException("task " + ThrownTask.name(pooled, task) + ", or one beside it on engine "
                    + engine.engine() + ", changed " + changed.getMessage());
        }
    }

    /**
     * Returns whether an exception of a task ends the run, because the run is over already or the user's arguments are
     * wrong. Any other exception or error counts as a failed attempt. Errors that make the JVM unusable are not handled
     * here.
     *
     * @param late whether the task was interrupted because of its time limit
     */
    private boolean endsTheRun(Throwable thrown, boolean late) {
        boolean stray = interrupts.takeStray();
        return interrupts.areOver()
                || thrown instanceof UsageException
                || (thrown instanceof RunEndedException && !stray && !late);
    }

    @SuppressWarnings("unchecked")
    private void merge(TaskApplication<T, R> application, LoanAccount account, R result) {
        R before = (R) account.partial(index);
        account.setPartial(index, application.merge(before == null ? application.identity() : before, result));
    }

    private void mergeAll(TaskApplication<T, R> application, LoanOutput.MergeResults results) {
        for (byte[] encoded : results.results()) {
            merge(application, results.account(), decoded(encoded));
        }
        feed.merged(index, new LoanOutput.MergedResults(results.account().loan()));
    }

    // The bytes come from a loan of this application, so they are a result of type R.
    @SuppressWarnings("unchecked")
    private R decoded(byte[] result) {
        return (R) Objects.requireNonNull(engine.codec().decode(result), "a result");
    }

    @SuppressWarnings("unchecked")
    private void close(TaskApplication<T, R> application, LoanOutput.CloseLoan loan) {
        if (application instanceof OwnBag own) {
            own.loanCloses();
        }
        LoanAccount account = loan.account();
        engine.notes().closes(index, account);
        byte @Nullable [] result;
        try {
            result = merged(application, loan);
        } catch (OutOfMemoryError full) {
            throw withoutRoom(account);
        } catch (CommException unsendable) {
            throw unsendable.getCause() instanceof OutOfMemoryError ? withoutRoom(account) : unsendable;
        }
        last = last != null && last.account() == account ? null : last;
        List<byte[]> unfinished = Tasks.encoded(loan.unfinished(), engine.tasks());
        engine.notes().ended(index);
        feed.closed(index, new LoanOutput.ClosedLoan(account.loan(), result, unfinished));
    }

    private BrokenRuleException withoutRoom(LoanAccount account) {
        long tasks = account.executed();
        PooledTask known = last != null && last.account() == account ? last : null;
        String name = known == null ? "" : ThrownTask.name(known, Tasks.decoded(known, engine.tasks()));
        String whose = known == null
                ? tasks + " tasks"
                : tasks == 1 ? "task " + name : tasks + " tasks, the last of them " + name;
        return new BrokenRuleException(
                "engine " + engine.engine() + ": expected room for the bytes of the result of " + whose
                        + " in this JVM's heap of " + Runtime.getRuntime().maxMemory() / (1 << 20)
                        + " MiB, found none: --engine-memory gives each engine more, fewer --threads have fewer results at a time; or"
                        + " let tasks have smaller results");
    }

    @SuppressWarnings("unchecked")
    private byte @Nullable [] merged(TaskApplication<T, R> application, LoanOutput.CloseLoan loan) {
        LoanAccount account = loan.account();
        @Nullable R merged = null;
        for (int thread = 0; thread < engine.self().threads(); thread++) {
            R one = (R) account.partial(thread);
            account.setPartial(thread, null); // frees its memory while the encoded result is sent
            if (one != null) {
                merged = merged == null ? one : application.merge(merged, one);
            }
        }
        for (byte[] encoded : loan.results()) {
            R one = decoded(encoded);
            merged = merged == null ? one : application.merge(merged, one);
        }
        return merged == null ? null : engine.codec().encode(merged);
    }

    @Override
    public void put(T task) {
        put(index, task, TaskClass.NONE);
    }

    @Override
    public void put(T task, long... reads) {
        put(index, task, TaskClass.of(reads));
    }

    @Override
    public void putInto(int queue, T task, long... reads) {
        if (queue < 0 || queue >= queues()) {
            throw new IllegalArgumentException("putInto: expected the queue of one of this engine's " + queues()
                    + " compute threads, from 0 on, found " + queue);
        }
        put(queue, task, TaskClass.of(reads));
    }

    @Override
    public int queues() {
        return engine.self().threads();
    }

    private void put(int queue, T task, TaskClass reads) {
        PooledTask parent = current;
        if (putByCurrent == 0 && parent != null) {
            times.puts(index);
            parent = now(parent);
        }
        if (parent == null || recomputing) {
            throw new IllegalStateException(
                    "tasks are put by createTasks, initialize and executeTask only, found put in prepare or"
                            + " recompute");
        }
        Objects.requireNonNull(task, "task");
        double priority =
                Objects.requireNonNull(application, "what runs the task").priority(task);
        putByCurrent++;
        feed.put(index, queue, parent, task, reads, priority);
    }

    @Override
    public void write(long id, Serializable value) {
        requireTask("write", id);
        requireValue("write", id, value);
        try {
            writtenByCurrent.add(
                    Objects.requireNonNull(interrupts.await(() -> writeUnlessLate(id, value)), "an object"));
        } catch (InterruptedException over) {
            throw new RunEndedException("write(" + id + "): the run is over");
        }
    }

    /**
     * Writes a data object, unless the task has exceeded its time limit. Called again after each interrupt by the
     * application, so that such an interrupt does not end the wait for room.
     */
    private WrittenData writeUnlessLate(long id, Serializable value) throws InterruptedException {
        if (times.isToldToEnd(index)) {
            throw new IllegalStateException("write(" + id + "): the task " + times.limit(index));
        }
        return feed.write(id, value);
    }

    @Override
    public void writeRecomputable(long id, Serializable value) {
        requireTask("writeRecomputable", id);
        requireValue("writeRecomputable", id, value);
        if (feed.verifiesObjects()) {
            verifyAsWritten(id, value);
        }
        writtenByCurrent.add(feed.writeRecomputable(id, value));
    }

    private void verifyAsWritten(long id, Serializable value) {
        recomputing = true; // recompute may not do all that tasks may
        try {
            requireSame(
                    id, value, recomputed(Objects.requireNonNull(application, "what runs the task"), id), "written");
        } catch (RuntimeException thrown) {
            throw thrown;
        } catch (Exception thrown) {
            throw new IllegalStateException("recompute(" + id + ") threw " + thrown, thrown);
        } finally {
            recomputing = false;
        }
    }

    private static void requireValue(String call, long id, @Nullable Serializable value) {
        if (value == null) {
            throw new IllegalArgumentException(call + "(" + id + "): expected a value, found null");
        }
    }

    private void requireTask(String call, long id) {
        if (current == null || recomputing) {
            throw new IllegalStateException("data objects are written by createTasks, initialize and executeTask only,"
                    + " found " + call + "(" + id + ") in prepare or recompute");
        }
        if (id < 0) {
            throw new IllegalArgumentException("expected a data object's ID from 0 on, found " + id);
        }
    }

    @Override
    public void declare(long id, long mostBytes) {
        throw new IllegalStateException("data objects are declared by createTasks only, found declare(" + id
                + ") on engine " + engine.engine());
    }

    @Override
    public void release(long... ids) {
        throw new IllegalStateException("data objects are released by createTasks only, found release("
                + Arrays.toString(ids) + ") on engine " + engine.engine());
    }

    @Override
    public void flush() {
        throw new IllegalStateException(
                "phases are ended by createTasks only, found flush() on engine " + engine.engine());
    }

    @Override
    public <V> V read(long id, Class<V> type) {
        PooledTask task = current;
        if (task == null || recomputing) {
            throw new IllegalStateException("data objects are read by createTasks and executeTask only, found read("
                    + id + ") in prepare or recompute");
        }
        TaskClass reads = task.taskClass();
        if (!reads.contains(id)) {
            throw new IllegalArgumentException(
                    "read(" + id + "): expected one of the data objects that the task was put with, found "
                            + (reads.isNone() ? "none" : reads));
        }
        Object value = feed.object(id);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("data object " + id + ": expected " + type.getTypeName() + ", found "
                    + value.getClass().getTypeName());
        }
        return type.cast(value);
    }

    @Override
    public boolean isShortOfTasks() {
        return feed.isShortOfTasks();
    }

    @Override
    public Arguments arguments() {
        return engine.arguments();
    }

    @Override
    public CommLib comm() {
        feed.communicates();
        return comm;
    }

    @Override
    public void share(String name, Serializable value) {
        throw new IllegalStateException(
                "objects are shared by createTasks only, found share('" + name + "') on engine " + engine.engine());
    }

    @Override
    public <V> V shared(String name, Class<V> type) {
        return shared.get(name, type);
    }

    @Override
    public Path file(String name) {
        return engine.files().path(name);
    }

    @Override
    public boolean isLocal() {
        throw new IllegalStateException(
                "createTasks alone can ask where the engines are, found isLocal() on engine " + engine.engine());
    }

    @Override
    public int engine() {
        return engine.engine();
    }

    @Override
    public Report report() {
        return report;
    }
}
