package org.moide.coordinator.run.session;

import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.ClassedBytes;
import org.moide.balance.data.TaskClass;
import org.moide.balance.loan.InitialTask;
import org.moide.balance.loan.RetriedTask;
import org.moide.commlib.CommLib;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.coordinator.run.state.RunAct;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.compute.FailureReports;
import org.moide.engine.compute.Interrupts;
import org.moide.engine.compute.MergeCheck;
import org.moide.engine.control.EngineReport;

/**
 * The one thread of the coordinator on which the application's code of a bag of tasks runs: it creates the tasks, takes
 * results as they come home and handles the final one. Decoding happens here too: the control thread sees bytes.
 *
 * <p>Concurrency: {@code arrived}, {@code complete}, {@code phaseDone} and {@code hopeless} are guarded by {@code arrived}; the rest belongs to the thread.
 */
final class ResultsThread<T extends Serializable, R extends Serializable> implements AutoCloseable {
    private final TaskApplication<T, R> application;
    private final Arguments arguments;
    private final ObjectCodec codec;
    private final Report report;
    private final SharedStore shared;
    private final boolean resumed;
    private volatile int parts; // before the thread starts
    private final Listener listener;
    private final @Nullable MergeCheck<T, R> check;
    private final String where;
    private final Signal changed;
    private final Thread thread;
    private final Deque<byte[]> arrived = new ArrayDeque<>();
    private boolean complete;
    private boolean phaseDone;
    private RunAct.@Nullable NeverWritten hopeless;
    private @Nullable R merged; // by now
    private final Interrupts interrupts = new Interrupts();

    /** What the run is told; called on this thread, but {@code failed} on the control thread too. */
    interface Listener {
        void created(
                boolean last, List<byte[]> initial, List<byte[]> tasks, long[] objects, Map<String, byte[]> shared);

        /** The results have been handled: the application is done. */
        void handled();

        void failed(EngineReport.Failed failure);
    }

    /**
     * Makes the thread.
     *
     * @param resumed whether the tasks, and what is shared, are those of an earlier coordinator: then {@code createTasks} is
     *     called for what it does to the application's object, and what it puts and shares is not taken
     */
    ResultsThread(
            TaskApplication<T, R> application,
            Arguments arguments,
            ObjectCodec codec,
            Report report,
            SharedStore shared,
            boolean resumed,
            Listener listener,
            boolean verifyMerge,
            String host,
            Signal.Factory signals,
            ThreadFactory threads) {
        this.application = application;
        this.arguments = arguments;
        this.codec = codec;
        this.report = report;
        this.shared = shared;
        this.resumed = resumed;
        this.listener = listener;
        this.check = verifyMerge ? new MergeCheck<>(application, codec) : null;
        this.where = "coordinator-results on " + host;
        this.changed = signals.create();
        this.thread = threads.newThread(this::work);
        this.thread.setName("coordinator-results");
    }

    /**
     * Creates the tasks, then takes results.
     *
     * @param engines how many there are at the start
     */
    void start(int engines) {
        parts = engines;
        thread.start();
    }

    /** The merged result of a loan, encoded. Any thread; does not block. */
    void accept(byte[] result) {
        synchronized (arrived) {
            arrived.add(result);
        }
        changed.raise();
    }

    /** All results have been given to {@link #accept}: handle them. */
    void complete() {
        synchronized (arrived) {
            complete = true;
        }
        changed.raise();
    }

    /** What tasks have written counts from now on. The control thread. */
    void publish(RunAct.Publish publish) {
        try {
            shared.data().publish(publish.objects());
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException failed) {
            listener.failed(FailureReports.describe(where, failed));
        }
    }

    /** All results of what was put so far have been given to {@link #accept}. Any thread; does not block. */
    void phaseDone() {
        synchronized (arrived) {
            phaseDone = true;
        }
        changed.raise();
    }

    /** The tasks that are left wait for what nobody will write: the application has failed. Any thread; does not block. */
    void hopeless(RunAct.NeverWritten never) {
        synchronized (arrived) {
            hopeless = never;
        }
        changed.raise();
    }

    @Override
    public void close() {
        interrupts.end();
        changed.raise();
        thread.interrupt();
    }

    private void work() {
        try {
            Creation creation = new Creation();
            application.createTasks(creation);
            creation.open = false;
            creation.tell(true);
            take();
            if (!interrupts.areOver()) {
                application.handleResults(merged(), report);
                listener.handled();
            }
        } catch (Throwable thrown) {
            if (!interrupts.areOver()) {
                listener.failed(FailureReports.describe(where, thrown));
            }
        }
    }

    /** A part of {@code initialize} for each engine, if the application has any. */
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

    /** Takes results until all are here, or all of the phase. */
    private void take() throws Exception {
        while (true) {
            interrupts.await(changed, () -> interrupts.areOver() || hasWork());
            requireHope();
            byte[] next = next();
            if (interrupts.areOver() || next == null) {
                return;
            }
            R result = decoded(next);
            if (check != null) {
                check.sample(result);
            }
            if (!application.handlePartial(result, report)) {
                merged = application.merge(merged(), result);
            }
        }
    }

    private void requireHope() {
        RunAct.NeverWritten never;
        synchronized (arrived) {
            never = hopeless;
        }
        if (never != null) {
            Object task = codec.decode(
                    RetriedTask.applicationsOwn(never.task())); // no part of initialize: those read nothing
            String others = never.tasks() == 1 ? "" : ", as " + (never.tasks() - 1) + " others wait";
            throw new IllegalArgumentException("task " + task + " reads data object " + never.id()
                    + ": expected createTasks or a task to write it, found that all other tasks are done" + others
                    + " and nothing has written it");
        }
    }

    // The bytes come from closing a loan of this very application.
    @SuppressWarnings("unchecked")
    private R decoded(byte[] bytes) {
        return (R) Objects.requireNonNull(codec.decode(bytes), "a result");
    }

    private boolean hasWork() {
        synchronized (arrived) {
            return complete || phaseDone || hopeless != null || !arrived.isEmpty();
        }
    }

    private byte @Nullable [] next() {
        synchronized (arrived) {
            return arrived.poll();
        }
    }

    /** What the application sees in {@code createTasks}. */
    private final class Creation implements TaskContext<T> {
        private final List<byte[]> tasks = new ArrayList<>();
        private final List<Long> objects = new ArrayList<>();
        private boolean open = true;
        private boolean told;

        /** What was put since the last time. */
        private void tell(boolean last) throws NoSuchMethodException {
            listener.created(
                    last,
                    told ? List.of() : initial(),
                    tasks,
                    objects.stream().mapToLong(Long::longValue).toArray(),
                    told ? Map.of() : shared.all());
            told = true;
            tasks.clear();
            objects.clear();
        }

        @Override
        public void flush() throws Exception {
            requireOpen("flush");
            if (resumed) {
                return; // its tasks are those of the journal, of all phases
            }
            synchronized (arrived) {
                phaseDone = false;
            }
            tell(false);
            take();
            synchronized (arrived) {
                phaseDone = false;
            }
            if (interrupts.areOver()) {
                throw new RunEndedException("flush: the run is over");
            }
        }

        @Override
        public void put(T task) {
            put(task, new long[0]);
        }

        @Override
        public void put(T task, long... reads) {
            requireOpen("put");
            TaskClass taskClass = TaskClass.of(reads);
            if (!resumed) {
                tasks.add(ClassedBytes.of(taskClass, codec.encode(Objects.requireNonNull(task, "task"))));
            }
        }

        /** Those of an earlier coordinator are written again. */
        @Override
        public void write(long id, Serializable value) {
            requireOpen("write");
            if (id < 0) {
                throw new IllegalArgumentException("expected a data object's ID from 0 on, found " + id);
            }
            shared.data().write(id, codec.encode(Objects.requireNonNull(value, "value")));
            objects.add(id);
        }

        @Override
        public <V> V read(long id, Class<V> type) {
            Object value = codec.decode(shared.data().whole(id));
            if (!type.isInstance(value)) {
                throw new IllegalArgumentException("data object " + id + ": expected " + type.getTypeName() + ", found "
                        + (value == null ? "null" : value.getClass().getTypeName()));
            }
            return type.cast(value);
        }

        /** No engine has any. */
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
                    "createTasks runs before there are compute threads to talk to: use comm() in" + " executeTask");
        }

        @Override
        public void share(String name, Serializable value) {
            requireOpen("share");
            if (told) {
                throw new IllegalStateException(
                        "objects are shared before the first flush, since engines get them when they"
                                + " start; found share('" + name + "') after it: write a data object instead");
            }
            if (!resumed) {
                shared.put(name, codec.encode(value));
            }
        }

        @Override
        public <V> V shared(String name, Class<V> type) {
            throw new IllegalStateException(
                    "createTasks shares objects; prepare and executeTask see them, found shared('" + name
                            + "') in createTasks");
        }

        @Override
        public Path file(String name) {
            return shared.files().path(name);
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
}
