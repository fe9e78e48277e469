package org.moide.monitor;

import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The part of the last ten seconds in which some work stood still for want of something, as Linux tells it (PSI): 0 to
 * 1. 0 too where it is not told.
 *
 * @param processor for want of a processor
 * @param memory for want of memory
 * @param io for a disk
 */
public record Pressure(double processor, double memory, double io) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** None, or none that is told. */
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
