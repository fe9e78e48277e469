package org.moide.balance.worker.simulation;

import org.jspecify.annotations.Nullable;
import org.moide.balance.simulation.Interconnect;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.workload.WorkerWorkload;

/**
 * A run of workers that is to be simulated.
 *
 * @param members who computes; a thread of power 1 takes for a task what the workload says
 * @param powersKnown whether the strategies, and whoever deals the workers, are told the members' powers; else they take a thread to
 *     be as fast as any other
 * @param strategy by which workers move
 * @param seed the same seed gives the same run, event for event
 * @param mostEvents a run of more events is given up: it would take hours, or never end
 * @param application where a strategy of the user's own is looked for; null if there is none
 */
public record WorkerSimulationPlan(
        WorkerWorkload workload,
        Membership members,
        boolean powersKnown,
        Interconnect interconnect,
        StrategySpec strategy,
        long seed,
        long mostEvents,
        @Nullable ClassLoader application) {
    // Spelled out, since javac 17 loses @Nullable on the implicit parameters of a compact constructor.
    public WorkerSimulationPlan(
            WorkerWorkload workload,
            Membership members,
            boolean powersKnown,
            Interconnect interconnect,
            StrategySpec strategy,
            long seed,
            long mostEvents,
            @Nullable ClassLoader application) {
        if (members.size() < 1 || mostEvents < 1) {
            throw new IllegalArgumentException("expected at least 1 member and 1 event, found " + members.size()
                    + " members and " + mostEvents + " events");
        }
        this.workload = workload;
        this.members = members;
        this.powersKnown = powersKnown;
        this.interconnect = interconnect;
        this.strategy = strategy;
        this.seed = seed;
        this.mostEvents = mostEvents;
        this.application = application;
    }
}
