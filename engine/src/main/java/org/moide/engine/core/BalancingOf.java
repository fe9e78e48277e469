package org.moide.engine.core;

import java.util.SplittableRandom;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.Strategy;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.Timing;

/** The strategy and the limits by which an engine balances an epoch's tasks, as the coordinator's order says. */
final class BalancingOf {
    /**
     * The room for results on their way home: beside them, a task computes the next result, and a result is encoded.
     */
    private static final long ROOM_BYTES = Runtime.getRuntime().maxMemory() / 8;

    private BalancingOf() {}

    static Strategy strategy(EngineCommand.Start start, EngineSetup setup, EnginePorts ports) {
        long seed = start.seed() + setup.engine(); // the generator scatters seeds that are near each other
        return Strategies.make(start.strategy(), setup.engine(), new SplittableRandom(seed), ports.classes());
    }

    // What a thread of an SPMD application did with a task cannot be taken back, so silence does not cost an engine its
    // loans.
    static BalancerLimits limits(EngineCommand.Start start, Timing timing) {
        BalancerLimits limits = start.bag()
                ? BalancerLimits.DEFAULT.with(timing.silenceOfBorrower(), timing.asleep())
                : BalancerLimits.DEFAULT.withoutSilence();
        return limits.withRoom(ROOM_BYTES);
    }
}
