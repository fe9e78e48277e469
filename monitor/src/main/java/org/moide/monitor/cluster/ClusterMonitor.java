package org.moide.monitor.cluster;

/** A cluster monitor as a distributed object. Daemons, and monitors below it, report hosts to it; commands query it. */
public interface ClusterMonitor {
    /** The name under which it is exported. */
    String NAME = "cluster-monitor";

    /**
     * Takes the news of some hosts. Returns at once. News is dropped and counted if there is too much of it, or if it
     * is outdated or comes too often.
     */
    void report(HostsReport report);

    /**
     * Returns a part of the known hosts, in a fixed order.
     *
     * @param after the last {@link HostSeen#key} of the previous part; empty for the first part
     * @param looks the length of their history, in reports
     */
    HostsPart hosts(String after, int looks);
}
