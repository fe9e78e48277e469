package org.moide.monitor;

import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The part of the last ten seconds in which some work waited for a resource, as Linux reports it (pressure stall
 * information): 0 to 1, and 0 if unknown.
 *
 * @param processor waiting for a processor
 * @param memory waiting for memory
 * @param io waiting for a disk
 */
public record Pressure(double processor, double memory, double io) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** No pressure, or unknown pressure. */
    public static final Pressure NONE = new Pressure(0, 0, 0);

    public Pressure {
        if (!isPart(processor) || !isPart(memory) || !isPart(io)) {
            throw new IllegalArgumentException(
                    "expected parts from 0 to 1, found " + processor + ", " + memory + " and " + io);
        }
    }

    private static boolean isPart(double value) {
        return value >= 0 && value <= 1;
    }
}
