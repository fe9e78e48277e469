package org.moide.monitor.cluster;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A report to a monitor: a daemon's news of its host, or another monitor's news of the hosts that it knows.
 *
 * @param from the process that sends it
 * @param hosts the news of each host; at most {@link #MOST_HOSTS}
 */
public record HostsReport(String from, List<HostNews> hosts) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /**
     * The greatest number of hosts in a report: some ten kilobytes. A monitor with more hosts sends several reports.
     */
    public static final int MOST_HOSTS = 100;

    public HostsReport {
        from = HostNews.text(from);
        if (hosts.size() > MOST_HOSTS) {
            throw new IllegalArgumentException(
                    "expected at most " + MOST_HOSTS + " hosts in one report, found " + hosts.size());
        }
        hosts = List.copyOf(hosts);
    }
}
