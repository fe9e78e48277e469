package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.registration.Registration;

/**
 * Settings for the workers of a run: their balancing and their handlers. The engines' powers are in
 * {@link EngineCommand.Register}.
 *
 * @param strategy the strategy for balancing workers
 * @param seed the seed of the strategy's randomness, to which the engine's number is added
 * @param recordedTasks how many tasks each engine records for {@code --record-workload}; 0 for none
 * @param joined the running epoch that the engine joins; 0 if all engines begin together
 */
public record WorkerSettings(
        StrategySpec strategy, long seed, int recordedTasks, HandlingSettings handling, long joined)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Creates settings for engines that begin together. */
    public WorkerSettings(StrategySpec strategy, long seed, int recordedTasks, HandlingSettings handling) {
        this(strategy, seed, recordedTasks, handling, 0);
    }

    /** Returns a copy for an engine that joins a running epoch. */
    public WorkerSettings joining(long epoch) {
        return new WorkerSettings(strategy, seed, recordedTasks, handling, epoch);
    }

    /**
     * Returns the number of the workers' epoch, which is the same on all engines: {@link #joined} on an engine that
     * joins, otherwise the number of {@code first}.
     *
     * @param first the registration with which the engine began
     */
    public long epoch(Registration first) {
        return joins() ? joined : first.epoch();
    }

    /** Returns whether the engine joins a running epoch. */
    public boolean joins() {
        return joined != 0;
    }
}
