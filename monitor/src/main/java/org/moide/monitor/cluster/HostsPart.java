package org.moide.monitor.cluster;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A part of the hosts that a monitor knows.
 *
 * @param hosts in the order of their keys
 * @param more whether other hosts follow
 */
public record HostsPart(List<HostSeen> hosts, boolean more) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** The greatest number of hosts in a part: half a megabyte with their histories. */
    public static final int MOST_HOSTS = 100;

    public HostsPart {
        hosts = List.copyOf(hosts);
    }
}
