package org.moide.balance.simulation;

import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.sim.Wires;

/**
 * Lines between members of one site or several: what goes from one site to another takes longer, and is counted.
 * Members of which nobody has said where they are share one site. The root is where the first member is.
 */
final class SiteWires implements Wires<Integer> {
    private final Wires<Integer> lines;
    private final Membership members;
    private final long farNanos;
    private long messages;
    private long bytes;

    /** @param farNanos what a message takes between sites more than within one */
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
        return !one.levels().isEmpty() && one.shared(locationOf(to)) == 0;
    }

    private Location locationOf(int member) {
        return members.at(member == Membership.ROOT ? 0 : members.rankOf(member))
                .location();
    }

    /** The number of messages that have gone from site to site. */
    long messages() {
        return messages;
    }

    /** The bytes that they had together. */
    long bytes() {
        return bytes;
    }
}
