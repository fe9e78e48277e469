package org.moide.balance.simulation;

import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.workload.Workload;

/**
 * What is to be simulated.
 *
 * @param members who computes; a thread of power 1 takes for a task what the workload says
 * @param powersKnown whether the strategies are told the members' powers; else they take a thread to be as fast as any other, as
 *     where others use the hosts too
 * @param strategy by which they balance
 * @param seed the same seed gives the same run, event for event
 * @param mostEvents a run of more events is given up: it would take hours, or never end
 * @param dataMemory how many bytes of data objects each member can have at once
 * @param application where a strategy of the user's own is looked for; null if there is none
 */
public record SimulationPlan(
        Workload workload,
        Membership members,
        boolean powersKnown,
        Interconnect interconnect,
        StrategySpec strategy,
        long seed,
        long mostEvents,
        long dataMemory,
        @Nullable ClassLoader application) {
    /** Some minutes' worth. */
    public static final long USUAL_MOST_EVENTS = 200_000_000;

    /** A quarter of a heap of 4 GiB. */
    public static final long USUAL_DATA_MEMORY = 1L << 30;

    // Spelled out, since javac 17 loses @Nullable on the implicit parameters of a compact constructor.
    public SimulationPlan(
            Workload workload,
            Membership members,
            boolean powersKnown,
            Interconnect interconnect,
            StrategySpec strategy,
            long seed,
            long mostEvents,
            long dataMemory,
            @Nullable ClassLoader application) {
        if (dataMemory < 1) {
            throw new IllegalArgumentException(
                    "expected room for at least 1 byte of data objects, found " + dataMemory);
        }
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
        this.dataMemory = dataMemory;
        this.application = application;
    }

    /** The members as their strategies know them. */
    Membership told() {
        return powersKnown
                ? members
                : Membership.of(members.all().stream()
                        .map(member -> new Membership.Member(
                                member.number(), member.incarnation(), member.threads(), member.threads()))
                        .toList());
    }
}
