package org.moide.coordinator.control;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.progress.Progress;
import org.moide.engine.control.TaskNow;
import org.moide.engine.control.WorkersNow;

/**
 * How a run stands.
 *
 * @param state what it does
 * @param seconds since its computing began
 * @param tasksDone of a bag: tasks whose results are home
 * @param tasksKnown of a bag: those, and those of which is known that they are to be done
 * @param epochs from the first
 * @param engines all that there ever were
 * @param changes in the order in which they were done
 * @param work what there is to do, from which is decided how many engines should do it
 * @param waits a line for each thread that waits: in which call, for how long; as the engines said last
 * @param progress how far the work is, in the unit of whoever says it, the application or a bag's tasks
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
        Progress progress)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** What a run does. */
    public enum State {
        /** Its engines are on their way. */
        STARTING("starting"),
        /** It computes. */
        COMPUTING("computing"),
        /** All tasks of the bag are done, and the application has their results. */
        HANDLING_RESULTS("handling results");

        private final String words;

        State(String words) {
            this.words = words;
        }

        /** For the user. */
        public String words() {
            return words;
        }
    }

    public RunStatus {
        epochs = List.copyOf(epochs);
        engines = List.copyOf(engines);
        changes = List.copyOf(changes);
        waits = List.copyOf(waits);
    }

    /** Of a run whose engines stay as they are. */
    public RunStatus(
            State state,
            double seconds,
            long tasksDone,
            long tasksKnown,
            List<Epoch> epochs,
            List<EngineStatus> engines,
            List<Change> changes) {
        this(state, seconds, tasksDone, tasksKnown, epochs, engines, changes, Work.FIXED, List.of(), Progress.NONE);
    }

    /** The same, of a run with this to do. */
    public RunStatus with(Work what) {
        return new RunStatus(state, seconds, tasksDone, tasksKnown, epochs, engines, changes, what, waits, progress);
    }

    /** The same, with those who wait. */
    public RunStatus waiting(List<String> who) {
        return new RunStatus(state, seconds, tasksDone, tasksKnown, epochs, engines, changes, work, who, progress);
    }

    /**
     * The same, so far. While tasks put others nobody is promised when it ends. Before a bag's first result is home it is what is known
     * of its tasks.
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
                work.growing() ? told.withoutEnd() : told);
    }

    /** Before there is anything to tell. */
    public static RunStatus of(State state) {
        return new RunStatus(state, 0, 0, 0, List.of(), List.of(), List.of());
    }

    /**
     * What a run can do with other engines.
     *
     * @param bag whether it is a bag of tasks
     * @param replaceable whether an engine can be replaced now
     * @param resizable whether engines can be added and taken away now
     * @param waiting of a bag: tasks that no engine has yet
     * @param growing of a bag: whether tasks put others, so that nobody knows how many there will be
     */
    public record Work(boolean bag, boolean replaceable, boolean resizable, long waiting, boolean growing)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        /** Nothing: the engines stay as they are. */
        public static final Work FIXED = new Work(false, false, false, 0, false);

        /** A bag of tasks, of which so many wait. */
        public static Work ofBag(long waiting, boolean growing) {
            return new Work(true, true, true, waiting, growing);
        }
    }

    /**
     * Who was who, from a moment on.
     *
     * @param why in some words
     */
    public record Epoch(long number, double atSeconds, int engines, String why) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * One engine.
     *
     * @param seat its number, for life
     * @param host where it is
     * @param standing where it stands
     * @param principal whom it assists; {@link Membership#NO_PRINCIPAL} if nobody
     * @param tasks how many its threads have executed, as it said with its last beat
     * @param daemon how the user calls who made it, {@code host:port}; else empty or a word for this machine
     * @param processId what its host's system calls its process; 0 if nobody has said it
     * @param queued tasks that lie there, not begun, as it said then
     * @param waitedSeconds for how long its threads have waited for tasks, all together, as it said then
     * @param workers of a worker application: how its workers stood then
     * @param longest of a bag: the task that had been running for long then; null if none had
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
            implements Serializable {
        private static final long serialVersionUID = 1L;

        /** Where an engine stands. */
        public enum Standing {
            /** It is on its way. */
            STARTING("starting"),
            /** It computes. */
            COMPUTING("computing"),
            /** It computes for one other engine only. */
            ASSISTING("assistant of engine-"),
            /** It returns what it has, and goes. */
            LEAVING("leaving"),
            /** It has said how it ended. */
            FINISHED("finished"),
            /** It is gone without having left. */
            LOST("lost");

            private final String words;

            Standing(String words) {
                this.words = words;
            }
        }

        /** One that assists nobody, and of which no more is known. */
        public EngineStatus(int seat, String host, int threads, double power, Standing standing, long tasks) {
            this(seat, host, threads, power, standing, Membership.NO_PRINCIPAL, tasks, "", 0, 0);
        }

        /** One without workers. */
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

        /** Where it stands, for the user. */
        public String words() {
            return standing == Standing.ASSISTING ? standing.words + principal : standing.words;
        }

        /** Whether it takes part, or is about to. */
        public boolean isActive() {
            return standing == Standing.STARTING || standing == Standing.COMPUTING || standing == Standing.ASSISTING;
        }

        /** Whether one of these computes for this one only: then help has come already. */
        public boolean isAssisted(List<EngineStatus> engines) {
            return engines.stream()
                    .anyMatch(engine -> engine.standing == Standing.ASSISTING && engine.principal == seat);
        }

        /** Whether it takes part. */
        public boolean isComputing() {
            return standing == Standing.COMPUTING;
        }
    }

    /**
     * A reconfiguration.
     *
     * @param kind such as "expand"
     * @param tookSeconds from the wish to the end of it
     * @param what was changed
     * @param why in some words; empty if nobody has said
     */
    public record Change(String kind, double atSeconds, double tookSeconds, String what, String why)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        /** The kind of a change that nobody wanted. */
        public static final String LOSS = "loss";

        /** Whether an engine was lost. */
        public boolean isLoss() {
            return kind.equals(LOSS);
        }

        /** One without a reason. */
        public Change(String kind, double atSeconds, double tookSeconds, String what) {
            this(kind, atSeconds, tookSeconds, what, "");
        }
    }
}
