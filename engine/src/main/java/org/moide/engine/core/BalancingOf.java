package org.moide.engine.core;

import java.util.SplittableRandom;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.Strategy;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.Timing;

/** Creates the strategy and the limits by which an engine balances an epoch's tasks, from the coordinator's command. */
final class BalancingOf {
    /**
     * The limit on the bytes of results in transit, an eighth of the heap. The rest of the heap is also needed for
     * results that tasks are computing or threads are encoding.
     */
    private static final long ROOM_BYTES = Runtime.getRuntime().maxMemory() / 8;

    private BalancingOf() {}

    static Strategy strategy(EngineCommand.Start start, EngineSetup setup, EnginePorts ports) {
        long seed = start.seed() + setup.engine(); // the generator spreads seeds that are close to each other
        return Strategies.make(start.strategy(), setup.engine(), new SplittableRandom(seed), ports.classes());
    }

    // In an SPMD application, the effects of a task cannot be undone, so an engine that is silent keeps its loans.
    static BalancerLimits limits(EngineCommand.Start start, Timing timing) {
        BalancerLimits limits = start.bag()
                ? BalancerLimits.DEFAULT.with(timing.silenceOfBorrower(), timing.asleep())
                : BalancerLimits.DEFAULT.withoutSilence();
        return limits.withRoom(ROOM_BYTES);
    }
}
