package org.moide.coordinator.run.state;

import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.coordinator.journal.JournalState;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.reconfigure.CheckpointDisk;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Timing;
import org.moide.engine.control.WorkerSettings;

/**
 * The settings of a run's core; its engines come apart from them.
 *
 * @param kind the settings that only bags of tasks or only SPMD applications have
 * @param collectives the tuning of collectives
 * @param ownEngine whether seat 0 is in the coordinator's own process
 * @param strategy the strategy by which engines balance
 * @param tasks how engines treat tasks
 * @param seed the seed of the strategies' random numbers
 * @param recordedTasks the number of its tasks that each thread records
 * @param timing the times by which the coordinator judges engines
 * @param stallAfterNanos the time without movement after which the user is told; 0 for never
 */
public record RunSettings(
        Kind kind,
        Tuning collectives,
        boolean ownEngine,
        StrategySpec strategy,
        TaskSettings tasks,
        long seed,
        int recordedTasks,
        Timing timing,
        long stallAfterNanos) {
    /** Returns the same settings for a run of another kind. */
    public RunSettings with(Kind other) {
        return new RunSettings(
                other, collectives, ownEngine, strategy, tasks, seed, recordedTasks, timing, stallAfterNanos);
    }

    /** The settings that only one kind of run has. */
    public sealed interface Kind {}

    /**
     * The settings of a bag of tasks.
     *
     * @param assistance whether overloaded engines are given assistants
     * @param roomBytes the memory for tasks while the strategy waits for the last of them, the others being on the
     *     shelf; and as much again for results that come in parts, on their way and until they are taken
     * @param books the books of what was written down before and will be; null if nothing is
     */
    public record Bag(
            Assistance assistance, long roomBytes, @Nullable Books books) implements Kind {}

    /**
     * A journal, as the run finds it.
     *
     * @param before the state that an earlier coordinator wrote
     * @param records how many records this coordinator has added already
     */
    public record Books(JournalState before, long records) {}

    /**
     * The settings of an SPMD application, or of a worker application, which runs as one.
     *
     * @param disk the disk to which states are written too, with the checkpoint from which the run goes on
     * @param checkpointShare the part of the time that keeping states may take, above 0; 1 to keep those of every
     *     safe point
     * @param workers the settings of a worker application's workers; null if it has none
     */
    public record Spmd(
            CheckpointDisk disk,
            double checkpointShare,
            @Nullable WorkerSettings workers) implements Kind {}
}
