package org.moide.monitor.cluster;

/**
 * A cluster monitor as other processes call it. Engine daemons report their hosts to it, and other monitors the hosts
 * that they know; commands query it.
 */
public interface ClusterMonitor {
    /** The name under which a monitor exports this object. */
    String NAME = "cluster-monitor";

    /**
     * Takes news of some hosts, each a daemon's latest report on its host. Returns at once. News is dropped and counted
     * if there is too much of it, or if it is outdated or comes too often.
     */
    void report(HostsReport report);

    /**
     * Returns a part of the known hosts, in a fixed order.
     *
     * @param after the last {@link HostSeen#key} of the previous part; empty for the first part
     * @param looks the greatest number of entries of each host's history
     */
    HostsPart hosts(String after, int looks);
}
