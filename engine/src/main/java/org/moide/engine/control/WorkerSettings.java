package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.registration.Registration;

/**
 * How the workers of a worker application are balanced, and their handlers treated. Each engine's power is in
 * {@link EngineCommand.Register}.
 *
 * @param strategy one of those for workers
 * @param seed the strategy's chance, with the engine's number
 * @param recordedTasks how many tasks each engine writes down for {@code --record-workload}; 0 if nothing is recorded
 * @param joined the number of the epoch of the others, whose workers go on, to which the engine comes; 0 if all begin together
 */
public record WorkerSettings(
        StrategySpec strategy, long seed, int recordedTasks, HandlingSettings handling, long joined)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Of engines that begin together. */
    public WorkerSettings(StrategySpec strategy, long seed, int recordedTasks, HandlingSettings handling) {
        this(strategy, seed, recordedTasks, handling, 0);
    }

    /** The same for an engine that joins an epoch. */
    public WorkerSettings joining(long epoch) {
        return new WorkerSettings(strategy, seed, recordedTasks, handling, epoch);
    }

    /** The number of the epoch in which an engine takes part that began with this registration: the same for all. */
    public long epoch(Registration first) {
        return joins() ? joined : first.epoch();
    }

    /** Whether the engine comes to others whose workers go on. */
    public boolean joins() {
        return joined != 0;
    }
}
