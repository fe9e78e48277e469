package org.moide.monitor.cluster;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A part of what a monitor knows.
 *
 * @param hosts in the order of their keys
 * @param more whether there are others behind them
 */
public record HostsPart(List<HostSeen> hosts, boolean more) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** Half a megabyte, with their last minutes. */
    public static final int MOST_HOSTS = 100;

    public HostsPart {
        hosts = List.copyOf(hosts);
    }
}
