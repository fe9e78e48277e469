package org.moide.monitor.cluster;

/**
 * A cluster monitor as others see it: a distributed object. Daemons, and monitors below it, tell it of hosts; commands ask it.
 */
public interface ClusterMonitor {
    /** The name under which it is exported. */
    String NAME = "cluster-monitor";

    /**
     * Takes what is said of some hosts. Returns at once; what is too much, too old or comes too often is left out, and
     * counted.
     */
    void report(HostsReport report);

    /**
     * A part of the hosts that are known, in an order that stays.
     *
     * @param after the last {@link HostSeen#key} of the part before; empty for the first
     * @param looks how much of their last minute, in reports
     */
    HostsPart hosts(String after, int looks);
}
