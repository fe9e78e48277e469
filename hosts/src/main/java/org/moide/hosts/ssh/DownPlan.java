package org.moide.hosts.ssh;

import java.util.List;

/**
 * Plan of {@code moide down}.
 *
 * @param hosts the hosts whose daemons are to end; empty for all that were started by this user
 * @param command how ssh is called where nothing is known to be up
 * @param purges whether what was copied goes too
 */
public record DownPlan(List<String> hosts, List<String> command, boolean purges) {
    public DownPlan {
        hosts = List.copyOf(hosts);
        command = List.copyOf(command);
    }
}
