package org.moide.coordinator.plan;

import java.util.List;

/**
 * The settings of {@code moide hosts}.
 *
 * @param daemons the daemons to ask; empty to look at this machine alone
 * @param ownToo whether to look at this machine too, before the daemons
 * @param network how to reach them
 */
public record HostsPlan(List<DaemonAddress> daemons, boolean ownToo, NetworkSettings network) {
    public HostsPlan {
        daemons = List.copyOf(daemons);
    }

    /** Creates the settings for looking at the daemons or, if there are none, at this machine. */
    public HostsPlan(List<DaemonAddress> daemons, NetworkSettings network) {
        this(daemons, daemons.isEmpty(), network);
    }
}
