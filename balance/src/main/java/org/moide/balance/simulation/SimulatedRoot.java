package org.moide.balance.simulation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Ending;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.RootBalancer;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;
import org.moide.commlib.sim.Event;
import org.moide.commlib.sim.EventQueue;

/** The root: where tasks come from and results go to. */
final class SimulatedRoot {
    private final EventQueue queue;
    private final RootBalancer balancer;
    private final Outside outside;
    private final TaskCodes.Tally results = new TaskCodes.Tally();
    private final SimulatedNetwork.Port port;
    private @Nullable Event nextTick;
    private long nextTickNanos;
    private long finishedNanos = -1;

    SimulatedRoot(EventQueue queue, Strategy strategy, BalancerLimits limits, Outside outside) {
        this.queue = queue;
        this.outside = outside;
        // No thread takes from it, so nobody is to be woken.
        EnginePool pool = new EnginePool(0, new WakeSignal(() -> {}), () -> {}, queue);
        this.balancer = RootBalancer.of(pool, strategy, Ending.WHEN_COMPLETE, limits, FailurePolicy.DEFAULT);
        this.port = new SimulatedNetwork.Port(letter -> perform(balancer.receive(letter, queue.nanoTime())));
    }

    SimulatedNetwork.Port port() {
        return port;
    }

    /** All tasks of the start are put at once. */
    void start(Membership members, List<byte[]> tasks) {
        perform(balancer.members(members, queue.nanoTime()));
        perform(balancer.put(tasks, queue.nanoTime()));
        perform(balancer.complete(queue.nanoTime()));
    }

    boolean isFinished() {
        return finishedNanos >= 0;
    }

    long finishedNanos() {
        return finishedNanos;
    }

    /** What came home. */
    TaskCodes.Tally results() {
        return results;
    }

    long loans() {
        return balancer.totals().loansMade();
    }

    private void perform(List<LoanOutput> outputs) {
        for (LoanOutput output : outputs) {
            if (output instanceof LoanOutput.Send send) {
                outside.send(port, send);
            } else if (output instanceof LoanOutput.ResultAccepted accepted) {
                results.add(accepted.result());
            } else if (output instanceof LoanOutput.PoolFinished) {
                finishedNanos = queue.nanoTime();
            } else if (output instanceof LoanOutput.RunFailed failed) {
                throw new SimulatedRunFailedException(failed.why());
            }
        }
        planTick();
    }

    private void planTick() {
        long atNanos = balancer.nextTickNanos();
        boolean planned = nextTick != null && nextTick.isPending();
        if (planned && nextTickNanos == atNanos) {
            return;
        }
        if (planned && nextTick != null) {
            nextTick.cancel();
        }
        nextTickNanos = atNanos;
        nextTick = atNanos == Long.MAX_VALUE
                ? null
                : queue.at(atNanos, "root", () -> perform(balancer.tick(queue.nanoTime())));
    }
}
