package org.moide.coordinator.control;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.text.Figures;
import org.moide.engine.control.TaskNow;
import org.moide.engine.control.WorkersNow;

/**
 * The state of a run at one moment.
 *
 * @param seconds the seconds since the engines began to compute
 * @param tasksDone for a bag of tasks: the number of tasks whose results the coordinator has
 * @param tasksKnown for a bag of tasks: the number of all tasks known so far, done or not
 * @param epochs all epochs so far, from the first
 * @param engines all engines that the run has had so far, also those that left or were lost
 * @param changes the changes of engines in the order in which they were made
 * @param work the waiting work and the possible changes, from which the run, if it changes its engines by itself,
 *     decides how many engines to have
 * @param waits a line for each thread that waits, with the call it waits in and for how long, as the engines reported
 *     last
 * @param progress how far the work is, in the application's own unit or in tasks
 * @param beside the runs of others that have threads on this run's hosts now
 * @param advice the changes of engines that the run does not make by itself, and with which it would end sooner
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
        List<Beside> beside,
        List<Advice> advice)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    private static final int MOST_BESIDE = 256;
    private static final int MOST_ADVICE = 16;

    public enum State {
        /** The engines' processes are being started. */
        STARTING("starting"),
        COMPUTING("computing"),
        /** All tasks of the bag are done, and the application handles their results. */
        HANDLING_RESULTS("handling results");

        private final String words;

        State(String words) {
            this.words = words;
        }

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
        advice = List.copyOf(advice.subList(0, Math.min(MOST_ADVICE, advice.size())));
    }

    /** Creates the status of a run whose engines cannot be changed, without progress or waiting threads. */
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
                List.of(),
                List.of());
    }

    /** Returns a copy of this status with this description of the waiting work. */
    public RunStatus with(Work what) {
        return new RunStatus(
                state, seconds, tasksDone, tasksKnown, epochs, engines, changes, what, waits, progress, beside, advice);
    }

    /** Returns a copy of this status with these lines, one for each thread that waits. */
    public RunStatus waiting(List<String> who) {
        return new RunStatus(
                state, seconds, tasksDone, tasksKnown, epochs, engines, changes, work, who, progress, beside, advice);
    }

    /**
     * Returns a copy of this status with this progress. The estimated end is left out of it while tasks create further
     * tasks. Before the first result of a bag arrives, the progress counts the bag's tasks.
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
                beside,
                advice);
    }

    /** Returns a copy of this status that names these runs of other users, which have threads on this run's hosts. */
    public RunStatus beside(List<Beside> others) {
        return new RunStatus(
                state, seconds, tasksDone, tasksKnown, epochs, engines, changes, work, waits, progress, others, advice);
    }

    /** Returns a copy of this status with these changes, with which the run would end sooner. */
    public RunStatus advised(List<Advice> changesThatPay) {
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
                progress,
                beside,
                changesThatPay);
    }

    /** Returns a status that has only this state, for a run about which nothing else is known. */
    public static RunStatus of(State state) {
        return new RunStatus(state, 0, 0, 0, List.of(), List.of(), List.of());
    }

    /**
     * A run of somebody else that has threads on one of this run's hosts.
     *
     * @param processors the number of processors that engines may use on the host
     * @param run the name of the other run
     * @param owner the other run's owner, as its coordinator claims; empty if unknown
     * @param threads the number of threads that the other run has on the host
     * @param sinceMillis when the other run came to the host, by the clock of this run's coordinator
     */
    public record Beside(String host, int processors, String run, String owner, int threads, long sinceMillis)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The waiting work of a run, and the changes of engines that the run allows now.
     *
     * @param bag whether the run computes a bag of tasks
     * @param replaceable whether an engine can be replaced now
     * @param resizable whether engines can be added and taken away now
     * @param waiting for a bag: the number of tasks that have not been given to any engine yet
     * @param growing for a bag: whether tasks create further tasks, so that the final number of tasks is unknown
     * @param overload for a bag without automatic assistants: the engine that needs an assistant most; null if none
     *     needs one
     */
    public record Work(
            boolean bag,
            boolean replaceable,
            boolean resizable,
            long waiting,
            boolean growing,
            @Nullable Overload overload)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        /** Creates the description of work with which no engine is known to be overloaded. */
        public Work(boolean bag, boolean replaceable, boolean resizable, long waiting, boolean growing) {
            this(bag, replaceable, resizable, waiting, growing, null);
        }

        /** The value for a run whose engines cannot be changed. */
        public static final Work FIXED = new Work(false, false, false, 0, false);

        /** Returns the value for a bag of which {@code waiting} tasks have not been given to any engine yet. */
        public static Work ofBag(long waiting, boolean growing) {
            return new Work(true, true, true, waiting, growing);
        }

        /** Returns a copy that names this engine as overloaded. */
        public Work overloading(@Nullable Overload engine) {
            return new Work(bag, replaceable, resizable, waiting, growing, engine);
        }
    }

    /**
     * An overloaded engine, which should get an assistant.
     *
     * @param why the reason for the user
     * @param queuedSeconds how many seconds the engine's queued tasks will take; 0 if unknown
     * @param othersSeconds how many seconds those of the engine with the longest queue among the others will take
     */
    public record Overload(int engine, String why, double queuedSeconds, double othersSeconds)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A change of engines that the run does not make by itself, and with which it would end sooner.
     *
     * @param kind the name of the kind of change, as {@link ChangeOrder#kind} gives it
     * @param why the reason in a few words
     * @param command the command that makes the change
     * @param atSeconds when this was estimated, in seconds since the engines began to compute
     * @param leftSeconds how long the run will still take without the change
     * @param savedSeconds how much sooner it will end with the change
     */
    public record Advice(
            String kind, String why, String command, double atSeconds, double leftSeconds, double savedSeconds)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        /** Returns the advice in one line for the user. */
        public String line() {
            return why + ": '" + command + "' would save some " + Figures.rough(savedSeconds) + " of the "
                    + Figures.rough(leftSeconds) + " that are left";
        }
    }

    /**
     * An epoch: a time during which the same engines compute.
     *
     * @param why why the engines changed when the epoch began, in a few words
     */
    public record Epoch(long number, double atSeconds, int engines, String why) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The state of one engine.
     *
     * @param seat the engine's number, which it keeps to its end
     * @param principal the engine for which it computes if it is an assistant; {@link Membership#NO_PRINCIPAL} if it is
     *     none
     * @param tasks the number of tasks that the engine's threads have executed, as of its last heartbeat
     * @param daemon the daemon that started the engine, {@code host:port} in the user's words. If no daemon did, it is
     *     empty or a word for the coordinator's machine
     * @param processId its process ID on its host; 0 if unknown
     * @param queued the number of tasks that the engine has queued and not begun, as of its last heartbeat
     * @param waitedSeconds how long the engine's threads have waited for tasks, summed over all threads, as of its last
     *     heartbeat
     * @param workers for a worker application: the state of its workers at its last heartbeat
     * @param longest for a bag: a task that had been running for long at its last heartbeat; null if there was none
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
            /** The engine's process is being started. */
            STARTING("starting"),
            COMPUTING("computing"),
            /** The engine is an assistant: it computes for one other engine only. */
            ASSISTING("assistant of engine-"),
            /** The engine gives back its work before it ends. */
            LEAVING("leaving"),
            /** The engine has reported its end. */
            FINISHED("finished"),
            /** The engine's connection or process was lost before it could leave. */
            LOST("lost");

            private final String words;

            Standing(String words) {
                this.words = words;
            }
        }

        /** Creates the status of an engine that assists no other engine and of which nothing more is known. */
        public EngineStatus(int seat, String host, int threads, double power, Standing standing, long tasks) {
            this(seat, host, threads, power, standing, Membership.NO_PRINCIPAL, tasks, "", 0, 0);
        }

        /** Creates the status of an engine that has no workers and reports no long task. */
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

        /**
         * Returns the engine's stage in words for the user. For an assistant they contain the number of the engine that
         * it assists.
         */
        public String words() {
            return standing == Standing.ASSISTING ? standing.words + principal : standing.words;
        }

        /** Returns whether the engine takes part in the run: it computes or is about to. */
        public boolean isActive() {
            return standing == Standing.STARTING || standing == Standing.COMPUTING || standing == Standing.ASSISTING;
        }

        /** Returns whether one of {@code engines} is an assistant of this engine. */
        public boolean isAssisted(List<EngineStatus> engines) {
            return engines.stream()
                    .anyMatch(engine -> engine.standing == Standing.ASSISTING && engine.principal == seat);
        }

        /** Returns whether the engine is a full member of the run and computes; an assistant does not count. */
        public boolean isComputing() {
            return standing == Standing.COMPUTING;
        }
    }

    /**
     * A change of the run's engines, by an order or by a loss.
     *
     * @param kind such as "expand"
     * @param tookSeconds the seconds from the order to the end of the change
     * @param what the change in words
     * @param why the reason in a few words; empty if none was given
     */
    public record Change(String kind, double atSeconds, double tookSeconds, String what, String why)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        /** The kind of a change that nobody ordered: an engine was lost. */
        public static final String LOSS = "loss";

        public boolean isLoss() {
            return kind.equals(LOSS);
        }

        /** Creates a change without a reason. */
        public Change(String kind, double atSeconds, double tookSeconds, String what) {
            this(kind, atSeconds, tookSeconds, what, "");
        }
    }
}
