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
 * The parts of a {@link RunSession}, except for its engines, which need to find it.
 *
 * @param runId the ID by which engines know the run
 * @param host the name of this machine
 * @param seed the seed of the strategies' random numbers
 * @param stallAfterNanos the time without movement after which the user is told; 0 for never
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
     * Returns the engines' settings for workers; null if the application has no workers.
     *
     * @param engines the number of engines with which the run begins
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
     * The work of a run.
     *
     * @param program the coordinator's own object of the program
     * @param files the files of {@code --files}
     */
    public record Work(Program program, Arguments arguments, ObjectCodec codec, NamedFiles files) {}

    /**
     * The settings by which the work is balanced.
     *
     * @param collectives the tuning of collectives
     * @param strategy the strategy of tasks
     * @param workers the strategy of a worker application's workers; null if it has none
     * @param tasks how tasks are treated
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
     * The settings for what is written down.
     *
     * @param room the room for tasks that wait
     * @param journal the journal of a bag, with what an earlier coordinator wrote; null if there is none
     * @param checkpoints an SPMD application's states on disk, and where it goes on; null if they are in memory
     *     only
     * @param checkpointShare the part of the time that keeping states may take, above 0; 1 to keep those of every
     *     safe point
     * @param recorder records every task; null to record none
     * @param recording the recording of all that goes into the run's core
     */
    public record Keeping(
            TaskRoom room,
            @Nullable RunJournal journal,
            @Nullable CheckpointHome checkpoints,
            double checkpointShare,
            @Nullable WorkloadRecorder recorder,
            Recording recording) {
        /** Settings by which nothing is written down; all states stay in memory. */
        static final Keeping NOTHING = new Keeping(TaskRoom.unlimited(), null, null, 1, null, Recording.NONE);
    }

    /**
     * The settings for engines that come in mid-run.
     *
     * @param recruiter makes engines
     * @param assistance whether engines that have too much to do are given assistants
     */
    public record Recruiting(Recruiter recruiter, Assistance assistance) {
        /** Settings by which no engine comes in mid-run. */
        public static final Recruiting NOBODY = new Recruiting(Recruiter.NOBODY, Assistance.NONE);
    }
}
