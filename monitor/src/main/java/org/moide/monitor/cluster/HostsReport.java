package org.moide.monitor.cluster;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A daemon's words about its host, or a monitor's about those that it knows.
 *
 * @param from the node that says it
 * @param hosts some, {@link #MOST_HOSTS} at most
 */
public record HostsReport(String from, List<HostNews> hosts) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** The most hosts: some ten kilobytes; a monitor with more says it in several calls. */
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
