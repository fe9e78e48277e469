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
 * What a {@link RunSession} is made of: all but its engines, which need to find it.
 *
 * @param runId what engines know the run by
 * @param host this machine's name
 * @param seed the strategies' chance
 * @param stallAfterNanos the user is told when nothing has moved for so long; 0 for never
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
     * How engines treat workers; null if the application has none.
     *
     * @param engines with which the run begins
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
     * What is computed.
     *
     * @param program the coordinator's own object of it
     * @param files what {@code --files} named
     */
    public record Work(Program program, Arguments arguments, ObjectCodec codec, NamedFiles files) {}

    /**
     * How.
     *
     * @param collectives by which lengths they take their ways
     * @param strategy how tasks are balanced
     * @param workers how the workers of a worker application are; null if it is none
     * @param tasks how tasks are treated
     */
    public record Balancing(
            Tuning collectives,
            StrategySpec strategy,
            @Nullable StrategySpec workers,
            TaskSettings tasks) {
        /** Of an application without workers. */
        public Balancing(Tuning collectives, StrategySpec strategy, TaskSettings tasks) {
            this(collectives, strategy, null, tasks);
        }
    }

    /**
     * What is written down.
     *
     * @param room for tasks that wait
     * @param journal of a bag, with what an earlier coordinator wrote; null if it has none
     * @param checkpoints where an SPMD application's states are kept on disk too, and where it goes on; null if nowhere
     * @param checkpointShare the part of the time that keeping states may take, above 0; 1 to keep all
     * @param recorder has every task recorded; null if nothing is
     * @param recording of all that goes into the run's core
     */
    public record Keeping(
            TaskRoom room,
            @Nullable RunJournal journal,
            @Nullable CheckpointHome checkpoints,
            double checkpointShare,
            @Nullable WorkloadRecorder recorder,
            Recording recording) {
        /** Nothing but all states, in memory. */
        static final Keeping NOTHING = new Keeping(TaskRoom.unlimited(), null, null, 1, null, Recording.NONE);
    }

    /**
     * How engines come in mid-run.
     *
     * @param recruiter makes engines
     * @param assistance whether those that have too much to do are given assistants
     */
    public record Recruiting(Recruiter recruiter, Assistance assistance) {
        /** Nobody. */
        public static final Recruiting NOBODY = new Recruiting(Recruiter.NOBODY, Assistance.NONE);
    }
}
