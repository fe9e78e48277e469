package org.moide.balance.simulation;

import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;

/**
 * Who computes in a simulated run, of tasks or of workers, by which strategy, and over what.
 *
 * @param members who computes; a thread of power 1 takes for a task what the workload says
 * @param powersKnown whether the strategies, and whoever deals workers, are told the members' powers; else they take a
 *     thread to be as fast as any other, as where others use the hosts too
 * @param locationsKnown whether the strategies are told where members are; what lies between sites is there either way
 * @param strategy by which they balance
 * @param seed the same seed gives the same run, event for event
 * @param mostEvents a run of more events is given up: it would take hours, or never end
 * @param application where a strategy of the user's own is looked for; null if there is none
 */
public record SimulationPlan(
        Membership members,
        boolean powersKnown,
        boolean locationsKnown,
        Interconnect interconnect,
        StrategySpec strategy,
        long seed,
        long mostEvents,
        @Nullable ClassLoader application) {
    /** Some minutes' worth. */
    public static final long USUAL_MOST_EVENTS = 200_000_000;

    /** For data objects of tasks, of each member: a quarter of a heap of 4 GiB. */
    public static final long USUAL_DATA_MEMORY = 1L << 30;

    // Spelled out, since javac 17 loses @Nullable on the implicit parameters of a compact constructor.
    public SimulationPlan(
            Membership members,
            boolean powersKnown,
            boolean locationsKnown,
            Interconnect interconnect,
            StrategySpec strategy,
            long seed,
            long mostEvents,
            @Nullable ClassLoader application) {
        if (members.size() < 1 || mostEvents < 1) {
            throw new IllegalArgumentException("expected at least 1 member and 1 event, found " + members.size()
                    + " members and " + mostEvents + " events");
        }
        this.members = members;
        this.powersKnown = powersKnown;
        this.locationsKnown = locationsKnown;
        this.interconnect = interconnect;
        this.strategy = strategy;
        this.seed = seed;
        this.mostEvents = mostEvents;
        this.application = application;
    }

    /** Where all are told where they are, if that is said. */
    public SimulationPlan(
            Membership members,
            boolean powersKnown,
            Interconnect interconnect,
            StrategySpec strategy,
            long seed,
            long mostEvents,
            @Nullable ClassLoader application) {
        this(members, powersKnown, true, interconnect, strategy, seed, mostEvents, application);
    }

    /** The members as their strategies know them. */
    public Membership told() {
        return powersKnown && locationsKnown
                ? members
                : Membership.of(members.all().stream().map(this::told).toList());
    }

    private Membership.Member told(Membership.Member member) {
        double power = powersKnown ? member.power() : member.threads();
        Location location = locationsKnown ? member.location() : Location.UNKNOWN;
        return new Membership.Member(member.number(), member.incarnation(), power, member.threads()).at(location);
    }
}
