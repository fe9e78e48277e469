package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.strategy.StrategySpec;

/**
 * How the workers of a worker application are balanced, and their handlers treated. Each engine's power is in {@link EngineCommand.Register}.
 *
 * @param strategy one of those for workers
 * @param seed the strategy's chance, with the engine's number
 * @param recordedTasks how many tasks each thread writes down, in the mean, for {@code --record-workload}; 0 if nothing is recorded
 * @param joins whether the engine comes to others whose workers go on; else all begin together
 */
public record WorkerSettings(
        StrategySpec strategy, long seed, int recordedTasks, HandlingSettings handling, boolean joins)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Of engines that begin together. */
    public WorkerSettings(StrategySpec strategy, long seed, int recordedTasks, HandlingSettings handling) {
        this(strategy, seed, recordedTasks, handling, false);
    }

    /** The same for an engine that joins. */
    public WorkerSettings joining() {
        return new WorkerSettings(strategy, seed, recordedTasks, handling, true);
    }
}
