package org.moide.coordinator.run.results;

import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskLimits;
import org.moide.balance.loan.InitialTask;
import org.moide.balance.loan.RetriedTask;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.bag.MergeCheck;
import org.moide.engine.bag.OwnBag;
import org.moide.engine.bag.TaskTimes;
import org.moide.engine.compute.FailureReports;
import org.moide.engine.compute.Interrupts;
import org.moide.engine.control.BrokenRuleException;
import org.moide.engine.control.Questions;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.loading.TaskBytes;

/**
 * The only thread of the coordinator that runs the application's code of a bag of tasks: it creates the tasks, merges
 * results as they arrive and handles the final result. It also decodes results, since the control thread handles only
 * bytes.
 *
 * <p>Concurrency: {@code arrived}, {@code complete}, {@code phaseDone}, {@code wantedParts}, {@code hopeless} and
 * {@code noRoom} are guarded by {@code arrived}. All other fields belong to the thread.
 */
public final class ResultsThread<T extends Serializable, R extends Serializable> implements AutoCloseable {
    private static final double NANOS = 1e9;

    /**
     * The shortest time limit in nanoseconds for merging a result. A task may have a shorter limit, but a result may be
     * that of many tasks.
     */
    private static final long LEAST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final TaskApplication<T, R> application;
    private final Arguments arguments;
    private final ObjectCodec codec;
    private final TaskBytes taskBytes;
    private final Report report;
    private final BagStore store;
    private final boolean resumed;
    private final Ticker ticker;
    private volatile int parts; // written before the thread starts
    private final Consumer<RunCoreEvent> events;
    private final @Nullable MergeCheck<T, R> check;
    private final String where;
    private final Signal changed;
    private final Thread thread;
    private final Deque<RunAct.Result> arrived = new ArrayDeque<>();
    private boolean complete;
    private boolean phaseDone;
    private long wantedParts;
    private RunAct.@Nullable NeverWritten hopeless;
    private RunAct.@Nullable NoRoom noRoom;
    private @Nullable R merged; // all results so far, merged
    private @Nullable Exception failed; // what merging threw while the application was in put
    private final Interrupts interrupts = new Interrupts();
    private volatile @Nullable Taking taken; // written by this object's thread
    private final TaskTimes times;
    private boolean deafTold; // used by the control thread

    /** A result that the application's code is reading or merging now. */
    private static final class Taking {
        private final RunAct.Source from;
        private final long resultBytes;
        private final long sinceNanos;
        private volatile boolean read;
        private boolean told; // used by the control thread

        Taking(RunAct.Result came, long sinceNanos) {
            this.from = came.from();
            this.resultBytes = came.encoded().length;
            this.sinceNanos = sinceNanos;
        }
    }

    /**
     * Creates the thread without starting it.
     *
     * @param resumed whether tasks and shared objects are those of an earlier coordinator. Then {@code createTasks} is
     *     called only for its effect on the application object; what it puts and shares is dropped
     * @param events receives the events for the run's core; called on this thread, and for a failure also on the
     *     control thread
     * @param tasks the time limit of tasks, from which that of a result follows, and whether merging is verified
     */
    public ResultsThread(
            TaskApplication<T, R> application,
            Arguments arguments,
            ObjectCodec codec,
            Report report,
            BagStore store,
            boolean resumed,
            Consumer<RunCoreEvent> events,
            TaskSettings tasks,
            String host,
            Surroundings around) {
        this.application = application;
        this.arguments = arguments;
        this.codec = codec;
        this.taskBytes = new TaskBytes(codec);
        this.report = report;
        this.store = store;
        this.resumed = resumed;
        this.ticker = around.ticker();
        this.events = events;
        this.check = tasks.verifyMerge() ? new MergeCheck<>(application, codec) : null;
        this.where = "coordinator-results on " + host;
        this.changed = around.signals().create();
        this.thread = around.threads().newThread(this::work);
        this.thread.setName("coordinator-results");
        long limitNanos = tasks.timeLimitNanos();
        this.times = new TaskTimes(
                1,
                limitNanos == TaskTimes.ANY_NANOS ? TaskTimes.ANY_NANOS : Math.max(limitNanos, LEAST_NANOS),
                index -> thread.interrupt(),
                index -> {}, // nothing is done here for which it is needed
                interrupts);
    }

    /**
     * Starts the thread, which creates the tasks and then merges results.
     *
     * @param engines the number of engines at the start
     */
    public void start(int engines) {
        parts = engines;
        thread.start();
    }

    /**
     * Queues the merged result of a loan, a bundle of tasks that an engine has executed. May be called on any thread;
     * does not block.
     */
    public void accept(RunAct.Result result) {
        synchronized (arrived) {
            arrived.add(result);
        }
        changed.raise();
    }

    /** Notes that all results have been passed to {@link #accept}, so that the final result is to be handled. */
    public void complete() {
        synchronized (arrived) {
            complete = true;
        }
        changed.raise();
    }

    /** Makes objects that tasks have written readable for all engines. Called on the control thread. */
    public void publish(RunAct.Publish publish) {
        try {
            store.publish(publish.objects());
        } catch (IllegalArgumentException twice) {
            failed(new BrokenRuleException(String.valueOf(twice.getMessage())));
        } catch (IllegalStateException | UncheckedIOException failed) {
            failed(failed);
        }
    }

    /**
     * Notes that all tasks that were put so far are done and that their results have been passed to {@link #accept}.
     * May be called on any thread; does not block.
     */
    public void phaseDone() {
        synchronized (arrived) {
            phaseDone = true;
        }
        changed.raise();
    }

    /**
     * Notes that the run has taken a part of the created tasks, so that {@code createTasks} may go on to put tasks. May
     * be called on any thread; does not block.
     */
    public void moreWanted() {
        synchronized (arrived) {
            wantedParts++;
        }
        changed.raise();
    }

    /**
     * Fails the application, because all remaining tasks wait for a data object that no task will write. May be called
     * on any thread; does not block.
     */
    public void hopeless(RunAct.NeverWritten never) {
        synchronized (arrived) {
            hopeless = never;
        }
        changed.raise();
    }

    /** Fails the application, because there is no memory for a result. May be called on any thread; does not block. */
    public void noRoom(RunAct.NoRoom none) {
        synchronized (arrived) {
            noRoom = none;
        }
        changed.raise();
    }

    private void failed(Throwable thrown) {
        events.accept(new RunCoreEvent.ApplicationFailed(FailureReports.describe(where, thrown)));
    }

    @Override
    public void close() {
        interrupts.end();
        changed.raise();
        thread.interrupt();
    }

    private void work() {
        try {
            enter();
            taskBytes.by(application.codec(arguments));
            TaskCreation<T> creation = new TaskCreation<>(
                    arguments, codec, taskBytes, report, store, new Asked(), initial(), resumed, new Going(), ticker);
            create(creation);
            creation.close();
            takeAllUntil(() -> complete);
            if (!interrupts.areOver()) {
                R whole = merged();
                enter();
                application.handleResults(whole, report);
                events.accept(new RunCoreEvent.ResultsHandled());
            }
        } catch (Throwable thrown) {
            if (!interrupts.areOver()) {
                enter();
                failed(thrown);
            }
        }
    }

    /**
     * Sets the thread's context class loader to that of the application. This is repeated, since the application's code
     * may set another one.
     */
    private void enter() {
        thread.setContextClassLoader(application.getClass().getClassLoader());
    }

    private void create(TaskCreation<T> creation) throws Exception {
        enter();
        try {
            application.createTasks(creation);
        } catch (RunEndedException thrown) {
            throw failed == null ? thrown : failed;
        }
        if (failed != null) {
            throw failed;
        }
    }

    /**
     * Returns, for each engine, the encoded task that calls {@code initialize} there. Returns no tasks if the
     * application does not override that method, or if the run is resumed.
     */
    private List<byte[]> initial() throws NoSuchMethodException {
        boolean initializes = application
                        .getClass()
                        .getMethod("initialize", int.class, int.class, TaskContext.class)
                        .getDeclaringClass()
                != TaskApplication.class;
        List<byte[]> tasks = new ArrayList<>();
        for (int part = 0; part < (initializes && !resumed ? parts : 0); part++) {
            tasks.add(new InitialTask(part, parts).encoded());
        }
        return tasks;
    }

    private R merged() {
        R before = merged;
        return before == null ? application.identity() : before;
    }

    /**
     * Merges results until the condition is true and all results that had arrived by that time are merged.
     *
     * @param done the condition; it is evaluated while {@code arrived} is locked
     */
    private void takeAllUntil(BooleanSupplier done) throws Exception {
        while (!interrupts.areOver()) {
            // Read before the next result is looked for, since no result arrives after it is true.
            boolean isDone = isTrue(done);
            RunAct.Result next = next();
            if (next != null) {
                take(next);
            } else if (isDone) {
                return;
            } else {
                await(done);
            }
        }
    }

    private void await(BooleanSupplier done) throws InterruptedException {
        interrupts.await(changed, () -> interrupts.areOver() || isTrue(() -> done.getAsBoolean() || hasWork()));
        requireHope();
        requireRoom();
    }

    private boolean isTrue(BooleanSupplier condition) {
        synchronized (arrived) {
            return condition.getAsBoolean();
        }
    }

    private void take(RunAct.Result came) throws Exception {
        enter();
        Taking taking = new Taking(came, ticker.nanoTime());
        taken = taking;
        times.begins(0);
        try {
            take(came.encoded(), taking);
        } catch (Exception | Error thrown) {
            requireInTime(taking);
            if (thrown instanceof OutOfMemoryError) {
                throw new BrokenRuleException(withoutRoom(came.from(), came.encoded().length, "be merged"));
            }
            throw thrown;
        }
        requireInTime(taking);
        taken = null;
        if (came.from().loan() > 0) {
            events.accept(new RunCoreEvent.ResultTaken(came.from().loan()));
        }
    }

    private void take(byte[] encoded, Taking taking) throws Exception {
        R result = decoded(encoded);
        taking.read = true;
        if (check != null) {
            check.sample(result);
        }
        if (!application.handlePartial(result, report)) {
            merged = application.merge(merged(), result);
        }
    }

    /**
     * Returns a line about a result that the application's code has been reading or merging for too long; null if there
     * is none, or if the line was returned before. Called on the control thread.
     *
     * @param afterNanos the time from which on a result takes too long; 0 to return no line at all
     */
    public @Nullable String late(long nowNanos, long afterNanos) {
        Taking taking = taken;
        if (taking == null || taking.told || afterNanos == 0 || nowNanos - taking.sinceNanos < afterNanos) {
            return null;
        }
        taking.told = true;
        return "the coordinator has been " + (taking.read ? "merging" : "reading") + " a result of "
                + (taking.from.tasks() == 0
                        ? "the coordinator before"
                        : Plural.of(taking.from.tasks(), "task") + " from engine-" + taking.from.engine())
                + " for "
                + Figures.seconds((nowNanos - taking.sinceNanos) / NANOS) + " ("
                + (taking.read ? "handlePartial or merge" : "readObject, hashCode or equals")
                + "), and the run cannot end before that has; 'jstack "
                + ProcessHandle.current().pid() + "' shows where, in thread " + thread.getName();
    }

    /**
     * Interrupts the application's code if it has been reading or merging a result for longer than the time limit. If
     * the code does not react, the run ends without this thread. Called on the control thread.
     */
    public void look(long nowNanos) {
        times.look(nowNanos);
        Taking taking = taken;
        if (times.deaf() != null && taking != null && !deafTold) {
            deafTold = true;
            String why = Questions.ask(() -> tooLong(taking), "a result is not read or merged");
            failed(new BrokenRuleException(why));
        }
    }

    /**
     * Throws an exception if the application's code was interrupted while it merged a result, since the merged result
     * may then be incomplete.
     */
    private void requireInTime(Taking taking) {
        if (times.ended(0)) {
            throw new BrokenRuleException(tooLong(taking));
        }
    }

    private String tooLong(Taking taking) {
        return "expected " + whose(taking.from) + ", of " + Figures.bytes(taking.resultBytes) + ", to be "
                + (taking.read ? "merged (handlePartial or merge)" : "read (readObject, hashCode or equals)") + " in "
                + Figures.seconds(times.limitNanos() / NANOS)
                + ", found that it goes on: a run with --task-time-limit ends then, since a result has that time, or a minute if that"
                + " is more; let it be read and merged in less, or start the run without a limit";
    }

    private void requireRoom() {
        RunAct.NoRoom none;
        synchronized (arrived) {
            none = noRoom;
        }
        if (none != null) {
            throw new BrokenRuleException(withoutRoom(none.from(), none.resultBytes(), "come"));
        }
    }

    /**
     * Returns the text of an error that there is no memory for a result: which result that is, and what the user can
     * do.
     */
    private String withoutRoom(RunAct.Source from, long bytes, String what) {
        return "expected room in this JVM's heap of "
                + Figures.bytes(Runtime.getRuntime().maxMemory()) + " for " + whose(from)
                + ", which has " + Figures.bytes(bytes) + " and is to " + what
                + ", found none: MOIDE_JAVA_OPTS=-Xmx... or --engine-memory gives it more, --no-own-engine keeps tasks out"
                + " of it; or let tasks have smaller results, such as what they write to files";
    }

    private String whose(RunAct.Source from) {
        int others = from.tasks() - 1;
        return from.tasks() == 0
                ? "a result that an earlier coordinator has written down"
                : "the result of task " + named(from.task())
                        + (others == 0 ? "" : " and " + others + (others == 1 ? " other" : " others")) + " from engine "
                        + from.engine();
    }

    private String named(byte[] task) {
        InitialTask initial = InitialTask.in(task);
        return initial == null
                ? String.valueOf(taskBytes.decode(RetriedTask.applicationsOwn(task)))
                : "initialize " + initial.part();
    }

    private void requireHope() {
        RunAct.NeverWritten never;
        synchronized (arrived) {
            never = hopeless;
        }
        if (never != null) {
            Object task = taskBytes.decode(
                    RetriedTask.applicationsOwn(never.task())); // no part of initialize, since those read no objects
            int others = never.tasks() - 1;
            String too = others == 0 ? "" : others == 1 ? ", as one more task waits" : ", as " + others + " more wait";
            String why =
                    store.isReleased(never.id()) ? " and createTasks has released it" : " and nothing has written it";
            throw new BrokenRuleException("task " + task + " reads data object " + never.id()
                    + ": expected createTasks or a task to write it, found that all other tasks are done" + too
                    + why);
        }
    }

    // The bytes were encoded from a result of this application.
    @SuppressWarnings("unchecked")
    private R decoded(byte[] bytes) {
        return (R) Objects.requireNonNull(codec.decode(bytes), "a result");
    }

    private boolean hasWork() {
        return hopeless != null || noRoom != null || !arrived.isEmpty();
    }

    private RunAct.@Nullable Result next() {
        synchronized (arrived) {
            return arrived.poll();
        }
    }

    /** Passes what the context of {@code createTasks} asks of the application to the application. */
    private final class Asked implements TaskCreation.Asked<T> {
        @Override
        public Serializable recompute(long id, TaskContext<T> context) throws Exception {
            return application.recompute(id, context);
        }

        @Override
        public double priority(T task) {
            return application.priority(task);
        }

        @Override
        public TaskLimits limits(T task) {
            return application instanceof OwnBag own && task instanceof byte[] call
                    ? own.limits(call)
                    : TaskLimits.NONE;
        }
    }

    /**
     * Connects the context of {@code createTasks} with the run: passes on the context's events, and waits for the run
     * where the context has to wait.
     */
    private final class Going implements TaskCreation.Run {
        @Override
        public void created(RunCoreEvent.TasksCreated created) {
            events.accept(created);
        }

        @Override
        public void awaitPhase() throws Exception {
            takeAllUntil(() -> phaseDone);
            synchronized (arrived) {
                phaseDone = false;
            }
            requireGoing("flush");
        }

        /**
         * Merges results until the run has asked for this number of parts of the created tasks. An exception of merging
         * ends the run only after {@code createTasks} has ended, since {@code put} declares no exception.
         */
        @Override
        public void awaitWanted(long parts) {
            awaitOrFail(() -> wantedParts >= parts, "put");
        }

        private void awaitOrFail(BooleanSupplier condition, String call) {
            try {
                takeUntil(condition);
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            } catch (Exception thrown) {
                failed = thrown;
            }
            requireGoing(call);
            if (failed != null) {
                throw new RunEndedException(call + ": a result could not be taken: " + failed);
            }
        }

        @Override
        public void awaitUntil(BooleanSupplier condition) {
            awaitOrFail(condition, "awaitUntil");
        }

        @Override
        public void wake() {
            changed.raise();
        }

        private void takeUntil(BooleanSupplier done) throws Exception {
            while (failed == null && !interrupts.areOver() && !isTrue(done)) {
                RunAct.Result next = next();
                if (next != null) {
                    take(next);
                } else {
                    await(done);
                }
            }
        }

        private void requireGoing(String call) {
            if (interrupts.areOver()) {
                throw new RunEndedException(call + ": the run is over");
            }
        }
    }
}
