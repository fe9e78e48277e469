package org.moide.engine.control;

import java.io.Serializable;
import org.moide.commlib.port.ProcessorClock;

/**
 * Times of an engine's process while its threads ran an application, in nanoseconds.
 *
 * @param pauseNanos the total length of the garbage collector's pauses
 * @param processorNanos the processor time of all its threads, including those of the JVM and of MOIDE; below 0 if
 *     unknown
 */
public record ProcessStatistics(long pauseNanos, long processorNanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final ProcessStatistics UNKNOWN = new ProcessStatistics(0, ProcessorClock.UNKNOWN);

    /** Returns the sum of these figures and those of the same process in a later epoch. */
    ProcessStatistics plus(ProcessStatistics later) {
        return new ProcessStatistics(
                pauseNanos + later.pauseNanos, ProcessorClock.sum(processorNanos, later.processorNanos));
    }
}
