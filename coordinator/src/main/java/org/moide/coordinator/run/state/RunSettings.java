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
 * What a run's core is made of, beside its engines.
 *
 * @param kind what is different in bags of tasks and in SPMD applications
 * @param collectives by which lengths they take their ways
 * @param ownEngine whether seat 0 is in the coordinator's own process
 * @param strategy what engines balance by
 * @param tasks how engines treat tasks
 * @param seed the strategies' chance
 * @param recordedTasks so many of its tasks each thread writes down
 * @param timing by which the coordinator judges engines
 * @param stallAfterNanos the user is told when nothing has moved for so long; 0 for never
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
    /** The same of another kind. */
    public RunSettings with(Kind other) {
        return new RunSettings(
                other, collectives, ownEngine, strategy, tasks, seed, recordedTasks, timing, stallAfterNanos);
    }

    /** What only one kind of run has. */
    public sealed interface Kind {}

    /**
     * Of a bag of tasks.
     *
     * @param assistance whether overloaded engines are given assistants
     * @param roomBytes so much memory is for tasks while the strategy waits for the last of them, the others being on the shelf;
     *     and as much for results that come in parts, on their way and until they are taken
     * @param books what was written down before, and is to be; null if nothing is
     */
    public record Bag(
            Assistance assistance, long roomBytes, @Nullable Books books) implements Kind {}

    /**
     * A journal, as the run finds it.
     *
     * @param before what an earlier coordinator wrote
     * @param records how many this one has added already
     */
    public record Books(JournalState before, long records) {}

    /**
     * Of an SPMD application, or of a worker application, which runs as one.
     *
     * @param disk where states are written to as well, and what the run goes on from
     * @param checkpointShare the part of the time that keeping states may take, above 0; 1 to keep all
     * @param workers how the workers of a worker application are balanced; null if it is none
     */
    public record Spmd(
            CheckpointDisk disk,
            double checkpointShare,
            @Nullable WorkerSettings workers) implements Kind {}
}
