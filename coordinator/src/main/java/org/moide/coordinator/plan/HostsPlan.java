package org.moide.coordinator.plan;

import java.util.List;

/**
 * The settings of {@code moide hosts}, which shows hosts and their state.
 *
 * @param daemons the daemons to ask; empty to show this machine alone
 * @param ownToo whether to show this machine before the daemons' hosts
 * @param network how to reach the daemons
 */
public record HostsPlan(List<DaemonAddress> daemons, boolean ownToo, NetworkSettings network) {
    public HostsPlan {
        daemons = List.copyOf(daemons);
    }

    /** Creates the settings for showing the daemons' hosts or, if there are no daemons, this machine. */
    public HostsPlan(List<DaemonAddress> daemons, NetworkSettings network) {
        this(daemons, daemons.isEmpty(), network);
    }
}
