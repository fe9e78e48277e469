package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.registration.Registration;

/**
 * Settings of how the workers of a worker application are balanced, and how their handlers are treated. Each engine's
 * power is in {@link EngineCommand.Register}.
 *
 * @param strategy a strategy for workers
 * @param seed the seed of the strategy's randomness, to which the engine's number is added
 * @param recordedTasks how many tasks each engine writes down for {@code --record-workload}; 0 if nothing is recorded
 * @param joined the epoch of the engines that this one joins while their workers go on; 0 if all begin together
 */
public record WorkerSettings(
        StrategySpec strategy, long seed, int recordedTasks, HandlingSettings handling, long joined)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Creates the settings of engines that begin together. */
    public WorkerSettings(StrategySpec strategy, long seed, int recordedTasks, HandlingSettings handling) {
        this(strategy, seed, recordedTasks, handling, 0);
    }

    /** Returns the same settings for an engine that joins an epoch. */
    public WorkerSettings joining(long epoch) {
        return new WorkerSettings(strategy, seed, recordedTasks, handling, epoch);
    }

    /**
     * Returns the number of the epoch in which an engine takes part that began with this registration. The number is
     * the same on all engines.
     */
    public long epoch(Registration first) {
        return joins() ? joined : first.epoch();
    }

    /** Returns whether the engine joins others whose workers go on. */
    public boolean joins() {
        return joined != 0;
    }
}
