package org.moide.coordinator.plan;

import java.util.List;

/**
 * Everything that {@code moide hosts} was told.
 *
 * @param daemons whom to ask; empty to look at this machine alone
 * @param ownToo whether this machine is to be looked at beside daemons, before them
 * @param network how to reach them
 */
public record HostsPlan(List<DaemonAddress> daemons, boolean ownToo, NetworkSettings network) {
    public HostsPlan {
        daemons = List.copyOf(daemons);
    }

    /** The daemons, or else this machine. */
    public HostsPlan(List<DaemonAddress> daemons, NetworkSettings network) {
        this(daemons, daemons.isEmpty(), network);
    }
}
