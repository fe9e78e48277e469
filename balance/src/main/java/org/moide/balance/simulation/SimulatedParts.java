package org.moide.balance.simulation;

import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataIndex;
import org.moide.balance.data.DataStore;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.pool.DataStage;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/** A simulated engine's pool, balancer and store: those of production. */
final class SimulatedParts implements EngineParts {
    private final Membership.Member member;
    private final Strategy strategy;
    private final BalancerLimits limits;
    private final @Nullable DataStore store;

    /**
     * For one engine.
     *
     * @param store null if tasks read no data objects
     */
    SimulatedParts(Membership.Member member, Strategy strategy, BalancerLimits limits, @Nullable DataStore store) {
        this.member = member;
        this.strategy = strategy;
        this.limits = limits;
        this.store = store;
    }

    @Override
    public EnginePool pool(int threads, Signal work, Runnable whenDry, Ticker clock) {
        return new EnginePool(threads, work, whenDry, clock);
    }

    @Override
    public EngineBalancer balancer(EnginePool pool) {
        BalancerParts parts = new BalancerParts(FailurePolicy.DEFAULT, store == null ? DataIndex.NONE : store);
        return EngineBalancer.of(member.number(), member.incarnation(), pool, strategy, limits, parts);
    }

    @Override
    public @Nullable DataStage stage(EnginePool pool) {
        return store == null ? null : new DataStage(pool, store);
    }
}
