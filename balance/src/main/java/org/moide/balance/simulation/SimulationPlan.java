package org.moide.balance.simulation;

import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.StrategySpec;

/**
 * The parameters of a simulation.
 *
 * @param platform the members and their network
 * @param strategy the strategy for balancing
 * @param seed the seed of all random numbers; the same seed gives the same run, event for event
 * @param mostEvents the number of events after which the run is given up, because a longer one would take hours or
 *     never end
 * @param application the loader that finds the user's own strategy; null if there is none
 */
public record SimulationPlan(
        Platform platform,
        StrategySpec strategy,
        long seed,
        long mostEvents,
        @Nullable ClassLoader application) {
    /** The usual limit of events. So many events take some minutes. */
    public static final long USUAL_MOST_EVENTS = 200_000_000;

    // Spelled out, since javac 17 loses @Nullable on the implicit parameters of a compact constructor.
    public SimulationPlan(
            Platform platform, StrategySpec strategy, long seed, long mostEvents, @Nullable ClassLoader application) {
        if (mostEvents < 1) {
            throw new IllegalArgumentException("expected at least 1 event, found " + mostEvents);
        }
        this.platform = platform;
        this.strategy = strategy;
        this.seed = seed;
        this.mostEvents = mostEvents;
        this.application = application;
    }
}
