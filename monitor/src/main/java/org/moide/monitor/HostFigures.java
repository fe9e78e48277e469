package org.moide.monitor;

import java.util.List;

/**
 * The figures of a host at one moment, besides its load. Seconds and bytes are sums since the machine's start.
 *
 * @param processorSeconds the busy time of each processor; empty if unknown
 * @param receivedBytes of all networks except loopback
 * @param sentBytes of all networks except loopback
 * @param pressure the part of the time in which work waits
 */
public record HostFigures(List<Double> processorSeconds, long receivedBytes, long sentBytes, Pressure pressure) {
    /** The figures of a host of which nothing is known. */
    public static final HostFigures NONE = new HostFigures(List.of(), 0, 0, Pressure.NONE);

    public HostFigures {
        processorSeconds = List.copyOf(processorSeconds);
    }
}
