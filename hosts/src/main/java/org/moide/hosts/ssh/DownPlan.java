package org.moide.hosts.ssh;

import java.util.List;

/**
 * The checked options of {@code moide down}.
 *
 * @param hosts the hosts whose daemons are to end; empty for all daemons that this user has started
 * @param command the words that start ssh for hosts where no daemon is known to be up
 * @param purges whether the copied files are removed from the hosts
 */
public record DownPlan(List<String> hosts, List<String> command, boolean purges) {
    public DownPlan {
        hosts = List.copyOf(hosts);
        command = List.copyOf(command);
    }
}
