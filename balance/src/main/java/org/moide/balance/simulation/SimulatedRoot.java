package org.moide.balance.simulation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.sim.Event;

/** The simulated root, the member that takes the application's tasks, lends them and collects the results. */
public final class SimulatedRoot extends LendingMember {
    private final RootBalancer balancer;
    private @Nullable Event nextTick;
    private long nextTickNanos;

    public SimulatedRoot(SimulatedProcess process, RootBalancer balancer, SimulatedWorld world) {
        super(Membership.ROOT, process, world);
        this.balancer = balancer;
    }

    @Override
    public RootBalancer balancer() {
        return balancer;
    }

    /** Puts encoded tasks of the application into the root's pool. */
    public void put(List<byte[]> tasks) {
        perform(balancer.put(tasks, process().nanoTime()));
    }

    /** Records that these data objects are written. */
    public void written(long[] ids) {
        perform(balancer.written(ids, process().nanoTime()));
    }

    /** Declares that the application puts no more tasks. */
    public void complete() {
        perform(balancer.complete(process().nanoTime()));
    }

    @Override
    void planTick(long atNanos) {
        boolean planned = nextTick != null && nextTick.isPending();
        if (planned && nextTickNanos == atNanos) {
            return;
        }
        if (planned && nextTick != null) {
            nextTick.cancel();
        }
        nextTickNanos = atNanos;
        nextTick = atNanos == Long.MAX_VALUE ? null : process().at(atNanos, "root", this::tick);
    }
}
