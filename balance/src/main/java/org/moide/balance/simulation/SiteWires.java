package org.moide.balance.simulation;

import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.sim.Wires;

/**
 * A network between members of one or several sites. Messages between sites take longer and are counted. Members
 * without a known site are near each other. The root is at the site of the first member.
 */
final class SiteWires implements Wires<Integer> {
    private final Wires<Integer> lines;
    private final Membership members;
    private final long farNanos;
    private long messages;
    private long bytes;

    /**
     * Creates the network of the members' sites.
     * @param farNanos additional time of a message between two sites
     */
    SiteWires(Wires<Integer> lines, Membership members, long farNanos) {
        this.lines = lines;
        this.members = members;
        this.farNanos = farNanos;
    }

    @Override
    public long nanos(Integer from, Integer to, long length) {
        long near = lines.nanos(from, to, length);
        if (!isFar(from, to)) {
            return near;
        }
        messages++;
        bytes += length;
        return near + farNanos;
    }

    private boolean isFar(int from, int to) {
        Location one = locationOf(from);
        Location other = locationOf(to);
        return !one.levels().isEmpty() && !other.levels().isEmpty() && one.shared(other) == 0;
    }

    private Location locationOf(int member) {
        return members.at(member == Membership.ROOT ? 0 : members.rankOf(member))
                .location();
    }

    /** Returns the number of messages sent so far between sites. */
    long messages() {
        return messages;
    }

    /** Returns the total size in bytes of the messages sent so far between sites. */
    long bytes() {
        return bytes;
    }
}
