package org.moide.balance.simulation;

import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Membership;

/**
 * The platform of a simulated run, of tasks or of workers: who computes, over what, and what is known of it.
 *
 * @param members who computes; a thread of power 1 takes for a task what the workload says
 * @param powersKnown whether the strategies, and whoever deals workers, are told the members' powers; else they take a
 *     thread to be as fast as any other, as where others use the hosts too
 * @param locationsKnown whether the strategies are told where members are; what lies between sites is there either way
 * @param interconnect what lies between members
 * @param dataMemory how many bytes of data objects of tasks each member can have at once
 */
public record Platform(
        Membership members, boolean powersKnown, boolean locationsKnown, Interconnect interconnect, long dataMemory) {
    /** A quarter of a heap of 4 GiB. */
    public static final long USUAL_DATA_MEMORY = 1L << 30;

    public Platform {
        if (members.size() < 1) {
            throw new IllegalArgumentException("expected at least 1 member, found none");
        }
    }

    /** Makes a platform of which all is known, with as much memory as is usual. */
    public static Platform known(Membership members, Interconnect interconnect) {
        return new Platform(members, true, true, interconnect, USUAL_DATA_MEMORY);
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
