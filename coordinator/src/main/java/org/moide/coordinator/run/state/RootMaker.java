package org.moide.coordinator.run.state;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Ending;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.pool.PoolWithoutThreads;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;

/**
 * Makes the root of the balancing: for a run of SPMD a new one for each epoch.
 *
 * @param classes where a strategy of the application's own is found; null if there is none
 */
public record RootMaker(RunSettings settings, @Nullable ClassLoader classes) {
    /** Its tasks lie in a pool that no thread takes from. */
    public RootBalancer make(Ending ending) {
        return RootBalancer.of(
                PoolWithoutThreads.create(),
                Strategies.make(
                        settings.strategy(), Membership.ROOT, new SplittableRandom(settings.seed() - 1), classes),
                ending,
                BalancerLimits.DEFAULT.withoutSilence(),
                settings.tasks().failures());
    }
}
