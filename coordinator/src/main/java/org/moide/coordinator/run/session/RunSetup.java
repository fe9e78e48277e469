package org.moide.coordinator.run.session;

import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.port.ObjectCodec;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.recording.Recording;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.WorkerSettings;

/**
 * The parameters of a {@link RunSession}. The engines are not among them, since they are created later.
 *
 * @param runId the ID by which engines know the run
 * @param host this machine's name
 * @param seed the seed of the strategies' random numbers
 * @param stallAfterNanos the time without any progress after which the user gets a message; 0 for never
 */
public record RunSetup(
        String runId,
        String host,
        Work work,
        Balancing balancing,
        Keeping keeping,
        Recruiting recruiting,
        long seed,
        long stallAfterNanos) {
    /**
     * Returns the settings that engines need for workers; null if the application has no workers.
     *
     * @param engines the number of engines at the beginning of the run
     */
    @Nullable
    WorkerSettings workers(int engines) {
        StrategySpec strategy = balancing.workers();
        WorkloadRecorder recorder = keeping.recorder();
        int recordedTasks = recorder == null ? 0 : recorder.tasksOfEach(engines);
        return strategy == null
                ? null
                : new WorkerSettings(
                        strategy, seed, recordedTasks, balancing.tasks().handling());
    }

    /**
     * The program of a run, with its arguments, its codec and its files.
     *
     * @param program the coordinator's object of the program
     * @param files the files of {@code --files}
     */
    public record Work(Program program, Arguments arguments, ObjectCodec codec, NamedFiles files) {}

    /**
     * The settings for balancing the work.
     *
     * @param collectives the tuning of collective operations
     * @param strategy the strategy for tasks
     * @param workers the strategy for workers; null if the application has none
     * @param tasks how a bag's tasks are executed
     */
    public record Balancing(
            Tuning collectives,
            StrategySpec strategy,
            @Nullable StrategySpec workers,
            TaskSettings tasks) {
        /** Creates the settings of an application without workers. */
        public Balancing(Tuning collectives, StrategySpec strategy, TaskSettings tasks) {
            this(collectives, strategy, null, tasks);
        }
    }

    /**
     * The parts of a run that write to disk.
     *
     * @param room the storage for tasks that wait for an engine
     * @param journal the journal of a bag, with the records of an earlier coordinator; null if there is none
     * @param checkpoints an SPMD application's checkpoints on disk; null if they are in memory only
     * @param checkpointShare the fraction of the time that saving states may take, above 0; 1 to save the states of
     *     every safe point
     * @param recorder records every task; null to record none
     * @param recording records all inputs of the run's core
     */
    public record Keeping(
            TaskRoom room,
            @Nullable RunJournal journal,
            @Nullable CheckpointHome checkpoints,
            double checkpointShare,
            @Nullable WorkloadRecorder recorder,
            Recording recording) {
        /** The settings of a run that writes nothing to disk. */
        static final Keeping NOTHING = new Keeping(TaskRoom.unlimited(), null, null, 1, null, Recording.NONE);
    }

    /**
     * How engines can join a run while it goes on.
     *
     * @param recruiter starts engines
     * @param assistance whether and where overloaded engines get assistants
     */
    public record Recruiting(Recruiter recruiter, Assistance assistance) {
        /** The value for a run that no engine can join. */
        public static final Recruiting NOBODY = new Recruiting(Recruiter.NOBODY, Assistance.NONE);
    }
}
