package org.moide.monitor;

import java.util.List;

/**
 * The figures of a host at one moment, besides its load. Sums are since the machine started.
 *
 * @param processorSeconds that each processor was busy; empty where that is not told
 * @param receivedBytes by all networks but loopback
 * @param sentBytes as {@code receivedBytes}
 * @param pressure how much of the time work waits
 */
public record HostFigures(List<Double> processorSeconds, long receivedBytes, long sentBytes, Pressure pressure) {
    /** The figures where nothing is told. */
    public static final HostFigures NONE = new HostFigures(List.of(), 0, 0, Pressure.NONE);

    public HostFigures {
        processorSeconds = List.copyOf(processorSeconds);
    }
}
