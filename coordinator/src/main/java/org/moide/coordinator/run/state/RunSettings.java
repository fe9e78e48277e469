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
 * The settings of a run's core, without its engines.
 *
 * @param kind the settings that depend on whether the run is a bag of tasks or an SPMD application
 * @param collectives the tuning of collective operations
 * @param ownEngine whether engine 0 is in the coordinator's process
 * @param strategy the strategy with which engines balance tasks
 * @param tasks how engines execute tasks
 * @param seed the seed of the strategies' random numbers
 * @param recordedTasks the number of tasks that each thread records one by one
 * @param timing the times after which the coordinator considers engines slow or lost
 * @param stallAfterNanos the time without any progress after which the user gets a message; 0 for never
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
    /** Returns a copy of these settings for another kind of run. */
    public RunSettings with(Kind other) {
        return new RunSettings(
                other, collectives, ownEngine, strategy, tasks, seed, recordedTasks, timing, stallAfterNanos);
    }

    /** The settings that depend on the kind of run. */
    public sealed interface Kind {}

    /**
     * The settings of a bag of tasks.
     *
     * @param assistance whether and where overloaded engines get assistants
     * @param roomBytes the limit on the bytes of memory for tasks that wait for an engine; further tasks go to a file.
     *     Large results may take as much again until they are merged
     * @param books the state of the journal; null if the run has no journal
     */
    public record Bag(
            Assistance assistance, long roomBytes, @Nullable Books books) implements Kind {}

    /**
     * The state of a journal when a run begins.
     *
     * @param before the state that an earlier coordinator journalled
     * @param records the number of records that this coordinator has written already
     */
    public record Books(JournalState before, long records) {}

    /**
     * The settings of an SPMD application, or of a worker application, which runs like one.
     *
     * @param disk the disk to which states are also written, with the checkpoint from which the run resumes
     * @param checkpointShare the fraction of the time that saving states may take, above 0; 1 to save the states of
     *     every safe point
     * @param workers the settings for workers; null if the application has none
     */
    public record Spmd(
            CheckpointDisk disk,
            double checkpointShare,
            @Nullable WorkerSettings workers) implements Kind {}
}
