package org.moide.balance.simulation;

import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Membership;

/**
 * The simulated hardware of a run: its members and their network, and what strategies know of them.
 *
 * @param members the computing members; a thread of power 1 needs for a task the time that the workload states
 * @param powersKnown whether strategies, and the initial placement of workers, are told the members' powers. If not,
 *     they take all threads to be equal, as on hosts that are shared with others
 * @param locationsKnown whether strategies are told the members' sites; transfers between sites take longer in any case
 * @param interconnect the network
 * @param dataMemory the bytes of data objects that each member can keep
 */
public record Platform(
        Membership members, boolean powersKnown, boolean locationsKnown, Interconnect interconnect, long dataMemory) {
    /** The usual memory for data objects: a quarter of a heap of 4 GiB. */
    public static final long USUAL_DATA_MEMORY = 1L << 30;

    public Platform {
        if (members.size() < 1) {
            throw new IllegalArgumentException("expected at least 1 member, found none");
        }
    }

    /** Makes a platform with the usual memory. Strategies are told all powers and locations. */
    public static Platform known(Membership members, Interconnect interconnect) {
        return new Platform(members, true, true, interconnect, USUAL_DATA_MEMORY);
    }

    /** Returns the members as strategies see them, perhaps without powers and locations. */
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
