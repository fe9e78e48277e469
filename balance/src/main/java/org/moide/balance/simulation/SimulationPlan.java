package org.moide.balance.simulation;

import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.StrategySpec;

/**
 * The plan of a simulation: where the run is, by which strategy, and by which chance.
 *
 * @param platform who computes, and over what
 * @param strategy by which they balance
 * @param seed the same seed gives the same run, event for event
 * @param mostEvents a run of more events is given up: it would take hours, or never end
 * @param application where a strategy of the user's own is looked for; null if there is none
 */
public record SimulationPlan(
        Platform platform,
        StrategySpec strategy,
        long seed,
        long mostEvents,
        @Nullable ClassLoader application) {
    /** The usual limit of events: some minutes' worth. */
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
