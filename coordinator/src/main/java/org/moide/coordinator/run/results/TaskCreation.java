package org.moide.coordinator.run.results;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;
import org.moide.balance.data.TaskLimits;
import org.moide.commlib.CommLib;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Ticker;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunCoreEvent.TasksCreated.Then;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskContext;
import org.moide.engine.executor.StreamedCreation;

/**
 * The context that the application gets in {@code createTasks}. Created tasks are sent to the engines in parts, so that
 * the first task runs before the last is created. The context makes the application wait while many tasks wait for
 * engines.
 *
 * <p>Concurrency: used by the results thread only.
 */
final class TaskCreation<T extends Serializable> implements TaskContext<T>, StreamedCreation {
    /**
     * The number of tasks in the first part. With so many tasks the cost of sending a part does not matter. A bag of
     * fewer tasks is sent in one part.
     */
    static final int PART_TASKS = 1_000;

    /**
     * The greatest number of tasks in a part. Each part may have twice as many tasks as the one before. Parts must not
     * stay small, because tasks can then be lent to engines only in small loans, and a loan costs about as much as some
     * thousand empty tasks.
     */
    static final int LARGEST_PART_TASKS = 32 * PART_TASKS;

    private static final int PART_BYTES = 1 << 20;

    /**
     * The number of nanoseconds after which the first part is sent even if it is small, because tasks are created
     * slowly. {@code NEXT_PART_NANOS} is the time for later parts.
     */
    private static final long FIRST_PART_NANOS = 1_000_000_000L;

    private static final long NEXT_PART_NANOS = 100_000_000L;

    /**
     * The number of parts that may be on their way to the control thread or being filled: while one is on its way, the
     * next is filled.
     */
    private static final int PARTS_AHEAD = 2;

    /** The run, as the context needs it. All methods but {@link #wake} are called on the results thread. */
    interface Run {
        void created(RunCoreEvent.TasksCreated created);

        /** Merges results until all tasks that were created so far are done. */
        void awaitPhase() throws Exception;

        /** Merges results until the run has asked for {@code parts} parts of tasks in total. */
        void awaitWanted(long parts);

        /** Merges results until the condition is true. */
        void awaitUntil(BooleanSupplier condition);

        /** Makes a waiting {@link #awaitUntil} evaluate its condition again. May be called on any thread. */
        void wake();
    }

    /** The application, as the context calls it: it recomputes data objects and says how tasks are to be run. */
    interface Asked<T extends Serializable> {
        Serializable recompute(long id, TaskContext<T> context) throws Exception;

        double priority(T task);

        TaskLimits limits(T task);
    }

    private final Arguments arguments;
    private final ObjectCodec codec;
    private final ObjectCodec taskBytes;
    private final Report report;
    private final BagStore store;
    private final Asked<T> application;
    private final List<byte[]> initial;
    private final boolean resumed;
    private final Run run;
    private final Ticker ticker;
    private final List<byte[]> tasks = new ArrayList<>();
    private final List<Long> objects = new ArrayList<>();
    private final List<Long> releasing = new ArrayList<>(); // to be released when the tasks so far are done
    private final List<Long> released = new ArrayList<>(); // the run has not been told yet
    private boolean quiet = true; // true while no task was put after the last flush
    private long tasksBytes;
    private int partTasks = PART_TASKS;
    private long parts; // the number of parts that the run was told of
    // The number of those parts, without the last of each phase, since no further part is requested after it.
    private long moreParts;
    private long sinceNanos; // when the first task of this part was put, or the last part was sent
    private boolean open = true;

    /**
     * Creates the context for one call of {@code createTasks}.
     *
     * @param taskBytes encodes the tasks
     * @param initial the tasks for {@code initialize}, one for each engine
     * @param resumed whether the run has the tasks and shared objects of an earlier coordinator, so that those of this
     *     call are dropped
     */
    TaskCreation(
            Arguments arguments,
            ObjectCodec codec,
            ObjectCodec taskBytes,
            Report report,
            BagStore store,
            Asked<T> application,
            List<byte[]> initial,
            boolean resumed,
            Run run,
            Ticker ticker) {
        this.arguments = arguments;
        this.codec = codec;
        this.taskBytes = taskBytes;
        this.report = report;
        this.store = store;
        this.application = application;
        this.initial = List.copyOf(initial);
        this.resumed = resumed;
        this.run = run;
        this.ticker = ticker;
    }

    /** Closes the context, since {@code createTasks} has returned. */
    void close() {
        open = false;
        tell(Then.END);
    }

    /**
     * Sends the run all tasks and objects that were put since the last call, with the way in which {@code createTasks}
     * goes on.
     *
     * @param then how {@code createTasks} goes on
     */
    private void tell(Then then) {
        run.created(new RunCoreEvent.TasksCreated(
                then,
                hasFlowed() ? List.of() : initial,
                tasks,
                array(objects),
                array(released),
                hasFlowed() ? Map.of() : store.takeShared()));
        parts++;
        tasks.clear();
        objects.clear();
        released.clear();
        tasksBytes = 0;
        sinceNanos = ticker.nanoTime();
    }

    private static long[] array(List<Long> ids) {
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    private boolean hasFlowed() {
        return parts > 0;
    }

    private void flowIfDue() {
        if (tasks.size() < partTasks && tasksBytes < PART_BYTES && !isSlow()) {
            return;
        }
        partTasks = Math.min(2 * partTasks, LARGEST_PART_TASKS);
        flow(Then.MORE);
    }

    private void flow(Then then) {
        tell(then);
        moreParts++;
        run.awaitWanted(moreParts - PARTS_AHEAD);
    }

    /**
     * Sends the tasks of a part that is not full yet. It does not wait for more tasks, since a caller may be waiting
     * for the results of these.
     */
    @Override
    public void flow() {
        requireOpen("flow");
        if (!tasks.isEmpty() || !hasFlowed()) {
            flow(Then.STREAM);
        }
    }

    @Override
    public void awaitUntil(BooleanSupplier condition) {
        requireOpen("awaitUntil");
        run.awaitUntil(condition);
    }

    @Override
    public void wake() {
        run.wake();
    }

    private boolean isSlow() {
        long now = ticker.nanoTime();
        if (tasks.size() == 1 && !hasFlowed()) {
            sinceNanos = now;
        }
        return now - sinceNanos >= (hasFlowed() ? NEXT_PART_NANOS : FIRST_PART_NANOS);
    }

    @Override
    public void flush() throws Exception {
        requireOpen("flush");
        if (!resumed) { // a resumed run has the tasks of its journal, and those before the last flush are done
            tell(Then.FLUSH);
            run.awaitPhase();
            sinceNanos = ticker.nanoTime();
        }
        quiet = true;
        releaseAll();
    }

    @Override
    public void release(long... ids) {
        requireOpen("release");
        for (long id : ids) {
            requireApplications(id);
            releasing.add(id);
        }
        if (quiet) {
            releaseAll();
        }
    }

    private void releaseAll() {
        store.release(releasing);
        released.addAll(releasing);
        releasing.clear();
    }

    @Override
    public void put(T task) {
        put(task, new long[0]);
    }

    @Override
    public void put(T task, long... reads) {
        requireOpen("put");
        TaskClass taskClass = TaskClass.of(reads);
        Objects.requireNonNull(task, "task");
        quiet = false;
        for (long id : reads) {
            if (store.isReleased(id)) {
                throw new IllegalArgumentException(
                        "task " + task + " reads data object " + id + ", which was released before it was put");
            }
        }
        if (!resumed) {
            double priority = application.priority(task);
            byte[] encoded = taskClass.isNone()
                    ? TaskHead.of(priority, application.limits(task), taskBytes.encode(task))
                    : TaskHead.of(taskClass, priority, taskBytes.encode(task));
            tasks.add(encoded);
            tasksBytes += encoded.length;
            flowIfDue();
        }
    }

    @Override
    public void putInto(int queue, T task, long... reads) {
        throw new IllegalStateException("createTasks is on no engine, so it cannot name a queue of one: use putInto in"
                + " initialize, or put here");
    }

    @Override
    public int queues() {
        throw new IllegalStateException("createTasks is on no engine: use queues in initialize");
    }

    /**
     * Writes a data object. If the run is resumed, the coordinator has lost the objects that {@code createTasks} wrote
     * before, so they are written again.
     */
    @Override
    public void write(long id, Serializable value) {
        requireId("write", id);
        store.write(id, encoded("write", id, value));
        objects.add(id);
    }

    @Override
    public void writeRecomputable(long id, Serializable value) {
        requireId("writeRecomputable", id);
        store.writeRecomputable(id, encoded("writeRecomputable", id, value));
        objects.add(id);
    }

    private byte[] encoded(String call, long id, @Nullable Serializable value) {
        if (value == null) {
            throw new IllegalArgumentException(call + "(" + id + "): expected a value, found null");
        }
        return codec.encode(value);
    }

    @Override
    public void declare(long id, long mostBytes) {
        requireId("declare", id);
        if (mostBytes < 1 || mostBytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("declare(" + id + "): expected a size from 1 to " + Integer.MAX_VALUE
                    + " bytes, found " + mostBytes);
        }
        store.declare(id, (int) mostBytes);
        objects.add(id);
    }

    private void requireId(String call, long id) {
        requireOpen(call);
        requireApplications(id);
    }

    /** Refuses IDs below 0 for the application's objects, because they are reserved for shared objects. */
    private static void requireApplications(long id) {
        if (id < 0) {
            throw new IllegalArgumentException("expected a data object's ID from 0 on, found " + id);
        }
    }

    /**
     * Returns a data object. Recomputes it if it was declared as recomputable, since the coordinator does not store
     * such an object.
     */
    @Override
    public <V> V read(long id, Class<V> type) {
        requireApplications(id);
        byte[] encoded = store.read(id);
        Object value = encoded == null ? recomputed(id) : codec.decode(encoded);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("data object " + id + ": expected " + type.getTypeName() + ", found "
                    + (value == null ? "null" : value.getClass().getTypeName()));
        }
        return type.cast(value);
    }

    private Object recomputed(long id) {
        try {
            return application.recompute(id, this);
        } catch (RuntimeException thrown) {
            throw thrown;
        } catch (Exception thrown) {
            throw new IllegalStateException("read(" + id + "): recompute threw " + thrown, thrown);
        }
    }

    /** Returns true, since {@code createTasks} runs on no engine and so cannot ask one. */
    @Override
    public boolean isShortOfTasks() {
        return true;
    }

    @Override
    public Arguments arguments() {
        return arguments;
    }

    @Override
    public CommLib comm() {
        throw new IllegalStateException(
                "createTasks runs before there are compute threads to talk to: use comm() in executeTask");
    }

    @Override
    public void share(String name, Serializable value) {
        requireOpen("share");
        if (hasFlowed()) {
            throw new IllegalStateException("objects are shared before the first put, since engines get them when they"
                    + " start; found share('" + name
                    + "') after tasks had gone to the engines: share it earlier, or write a data object instead");
        }
        if (!resumed) {
            store.share(name, codec.encode(value));
        }
    }

    @Override
    public <V> V shared(String name, Class<V> type) {
        throw new IllegalStateException("createTasks shares objects; prepare and executeTask see them, found shared('"
                + name + "') in createTasks");
    }

    @Override
    public Path file(String name) {
        return store.file(name);
    }

    @Override
    public boolean isLocal() {
        return store.isLocal();
    }

    @Override
    public int engine() {
        return 0;
    }

    @Override
    public Report report() {
        return report;
    }

    private void requireOpen(String call) {
        if (!open) {
            throw new IllegalStateException("createTasks has returned: found a later " + call + " on its context");
        }
    }
}
