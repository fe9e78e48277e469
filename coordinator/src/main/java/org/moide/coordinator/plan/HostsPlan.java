package org.moide.coordinator.plan;

import java.util.List;

/**
 * Everything that {@code moide hosts} was told.
 *
 * @param daemons whom to ask; empty to look at this machine alone
 * @param network how to reach them
 */
public record HostsPlan(List<DaemonAddress> daemons, NetworkSettings network) {
    public HostsPlan {
        daemons = List.copyOf(daemons);
    }
}
