package org.moide.coordinator.control;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.coordinator.progress.Progress;
import org.moide.engine.control.TaskNow;
import org.moide.engine.control.WorkersNow;

/**
 * The state of a run at a moment.
 *
 * @param state what the run does
 * @param seconds the seconds since its computing began
 * @param tasksDone for a bag: the tasks whose results are home
 * @param tasksKnown for a bag: all tasks that are known so far, done or not
 * @param epochs all epochs so far, from the first
 * @param engines all engines that there ever were
 * @param changes in the order in which they were done
 * @param work the work to do, which decides how many engines should do it
 * @param waits a line for each thread that waits, with its call and its time, as the engines reported last
 * @param progress how far the work is, in the application's own unit or in a bag's tasks
 * @param beside others' runs that have threads on its hosts now
 */
public record RunStatus(
        State state,
        double seconds,
        long tasksDone,
        long tasksKnown,
        List<Epoch> epochs,
        List<EngineStatus> engines,
        List<Change> changes,
        Work work,
        List<String> waits,
        Progress progress,
        List<Beside> beside)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** More are of no use to a reader. */
    private static final int MOST_BESIDE = 256;

    public enum State {
        /** The run's engines are being started. */
        STARTING("starting"),
        COMPUTING("computing"),
        /** All tasks of the bag are done, and the application has their results. */
        HANDLING_RESULTS("handling results");

        private final String words;

        State(String words) {
            this.words = words;
        }

        /** Returns the state in words for the user. */
        public String words() {
            return words;
        }
    }

    public RunStatus {
        epochs = List.copyOf(epochs);
        engines = List.copyOf(engines);
        changes = List.copyOf(changes);
        waits = List.copyOf(waits);
        beside = List.copyOf(beside.subList(0, Math.min(MOST_BESIDE, beside.size())));
    }

    /** Creates the status of a run whose engines stay as they are. */
    public RunStatus(
            State state,
            double seconds,
            long tasksDone,
            long tasksKnown,
            List<Epoch> epochs,
            List<EngineStatus> engines,
            List<Change> changes) {
        this(
                state,
                seconds,
                tasksDone,
                tasksKnown,
                epochs,
                engines,
                changes,
                Work.FIXED,
                List.of(),
                Progress.NONE,
                List.of());
    }

    /** Returns the same status with this work to do. */
    public RunStatus with(Work what) {
        return new RunStatus(
                state, seconds, tasksDone, tasksKnown, epochs, engines, changes, what, waits, progress, beside);
    }

    /** Returns the same status with these lines about threads that wait. */
    public RunStatus waiting(List<String> who) {
        return new RunStatus(
                state, seconds, tasksDone, tasksKnown, epochs, engines, changes, work, who, progress, beside);
    }

    /**
     * Returns the same status with this progress. While tasks put others, it has no estimate of the end. Before a bag's
     * first result is home, the progress is what is known of its tasks.
     */
    public RunStatus with(Progress reckoned) {
        boolean untold = reckoned.what().isEmpty() && tasksKnown > 0;
        Progress told =
                untold ? new Progress(tasksDone, tasksKnown, "tasks", 0, Progress.UNTOLD, Progress.UNTOLD) : reckoned;
        return new RunStatus(
                state,
                seconds,
                tasksDone,
                tasksKnown,
                epochs,
                engines,
                changes,
                work,
                waits,
                work.growing() ? told.withoutEnd() : told,
                beside);
    }

    /** Returns the same with the other runs that have threads on its hosts. */
    public RunStatus beside(List<Beside> others) {
        return new RunStatus(
                state, seconds, tasksDone, tasksKnown, epochs, engines, changes, work, waits, progress, others);
    }

    /** Returns the status of a run of which nothing is known but its state. */
    public static RunStatus of(State state) {
        return new RunStatus(state, 0, 0, 0, List.of(), List.of(), List.of());
    }

    /**
     * A run that has threads on one of this run's hosts.
     *
     * @param host its name
     * @param processors that engines may use there
     * @param run the other's name
     * @param owner whose it is, as its coordinator claims; empty if nobody says it
     * @param threads how many it has there
     * @param sinceMillis when it came, by the clock of this run's coordinator
     */
    public record Beside(String host, int processors, String run, String owner, int threads, long sinceMillis)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The changes of engines that a run allows now, and its waiting work.
     *
     * @param bag whether it is a bag of tasks
     * @param replaceable whether an engine can be replaced now
     * @param resizable whether engines can be added and taken away now
     * @param waiting for a bag: the tasks that no engine has yet
     * @param growing for a bag: whether tasks put others, so that nobody knows how many there will be
     */
    public record Work(boolean bag, boolean replaceable, boolean resizable, long waiting, boolean growing)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        /** The work of a run whose engines stay as they are. */
        public static final Work FIXED = new Work(false, false, false, 0, false);

        /** Returns the work of a bag of tasks, of which {@code waiting} wait. */
        public static Work ofBag(long waiting, boolean growing) {
            return new Work(true, true, true, waiting, growing);
        }
    }

    /**
     * An epoch: the engines that take part from a moment on.
     *
     * @param why the reason in some words
     */
    public record Epoch(long number, double atSeconds, int engines, String why) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;
    }

    /**
     * One engine.
     *
     * @param seat its number, for life
     * @param host the host where it is
     * @param standing its stage of life
     * @param principal the engine that it assists; {@link Membership#NO_PRINCIPAL} if none
     * @param tasks the number of tasks that its threads have executed, as its last beat said
     * @param daemon the user's name of the daemon that made it, {@code host:port}; otherwise empty or a word for
     *     this machine
     * @param processId the number of its process on its host; 0 if it is not known
     * @param queued the tasks that are queued there and not begun, as that beat said
     * @param waitedSeconds for how long all its threads together have waited for tasks, as that beat said
     * @param workers for a worker application: the state of its workers then
     * @param longest for a bag: the task that had been running for long then; null if none had
     */
    public record EngineStatus(
            int seat,
            String host,
            int threads,
            double power,
            Standing standing,
            int principal,
            long tasks,
            String daemon,
            long processId,
            long queued,
            double waitedSeconds,
            WorkersNow workers,
            @Nullable TaskNow longest)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        /** The stages of an engine's life. */
        public enum Standing {
            /** The engine is being started. */
            STARTING("starting"),
            COMPUTING("computing"),
            /** The engine computes for one other engine only. */
            ASSISTING("assistant of engine-"),
            /** The engine returns what it has, and goes. */
            LEAVING("leaving"),
            /** The engine has reported how it ended. */
            FINISHED("finished"),
            /** The engine is gone without having left. */
            LOST("lost");

            private final String words;

            Standing(String words) {
                this.words = words;
            }
        }

        /** Creates the status of an engine that assists nobody and of which no more is known. */
        public EngineStatus(int seat, String host, int threads, double power, Standing standing, long tasks) {
            this(seat, host, threads, power, standing, Membership.NO_PRINCIPAL, tasks, "", 0, 0);
        }

        /** Creates the status of an engine without workers. */
        public EngineStatus(
                int seat,
                String host,
                int threads,
                double power,
                Standing standing,
                int principal,
                long tasks,
                String daemon,
                long queued,
                double waitedSeconds) {
            this(
                    seat,
                    host,
                    threads,
                    power,
                    standing,
                    principal,
                    tasks,
                    daemon,
                    0,
                    queued,
                    waitedSeconds,
                    WorkersNow.NONE,
                    null);
        }

        /** Returns the stage of the engine in words for the user. */
        public String words() {
            return standing == Standing.ASSISTING ? standing.words + principal : standing.words;
        }

        /** Returns whether the engine takes part, or is about to. */
        public boolean isActive() {
            return standing == Standing.STARTING || standing == Standing.COMPUTING || standing == Standing.ASSISTING;
        }

        /** Returns whether one of these engines already assists this one. */
        public boolean isAssisted(List<EngineStatus> engines) {
            return engines.stream()
                    .anyMatch(engine -> engine.standing == Standing.ASSISTING && engine.principal == seat);
        }

        /** Returns whether the engine takes part; an assistant does not count. */
        public boolean isComputing() {
            return standing == Standing.COMPUTING;
        }
    }

    /**
     * A reconfiguration.
     *
     * @param kind such as "expand"
     * @param tookSeconds from the wish to the end of it
     * @param what the change in words
     * @param why the reason in some words; empty if nobody gave one
     */
    public record Change(String kind, double atSeconds, double tookSeconds, String what, String why)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        /** The kind of a change that nobody wanted. */
        public static final String LOSS = "loss";

        /** Returns whether an engine was lost. */
        public boolean isLoss() {
            return kind.equals(LOSS);
        }

        /** Creates a change without a reason. */
        public Change(String kind, double atSeconds, double tookSeconds, String what) {
            this(kind, atSeconds, tookSeconds, what, "");
        }
    }
}
