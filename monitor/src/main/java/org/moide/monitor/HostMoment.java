package org.moide.monitor;

import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A host's use in one interval between samples, normally a second.
 *
 * @param seconds the length of the interval
 * @param load busy processors
 * @param ourLoad the part of the load that belongs to MOIDE's processes
 * @param busiestProcessor the use of the busiest processor, 0 to 1; NaN if unknown
 * @param availableMemoryBytes at the end of the interval
 * @param receivedBytes per second, of all networks except loopback
 * @param sentBytes per second, of all networks except loopback
 * @param pressure at the end of the interval
 */
public record HostMoment(
        double seconds,
        double load,
        double ourLoad,
        double busiestProcessor,
        long availableMemoryBytes,
        double receivedBytes,
        double sentBytes,
        Pressure pressure)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;
}
