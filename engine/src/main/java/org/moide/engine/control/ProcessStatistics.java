package org.moide.engine.control;

import java.io.Serializable;
import org.moide.commlib.port.ProcessorClock;

/**
 * Figures of an engine's process while its threads were in an application, in nanoseconds.
 *
 * @param pauseNanos the time for which it stood still for its garbage collector
 * @param processorNanos the time for which all its threads together had processors, the JVM's own threads and MOIDE's
 *     too; below 0 if that is not known
 */
public record ProcessStatistics(long pauseNanos, long processorNanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The figures of a process of which nothing is known. */
    public static final ProcessStatistics UNKNOWN = new ProcessStatistics(0, ProcessorClock.UNKNOWN);

    /** Returns the sum with what the same process did later. */
    ProcessStatistics plus(ProcessStatistics later) {
        return new ProcessStatistics(
                pauseNanos + later.pauseNanos, ProcessorClock.sum(processorNanos, later.processorNanos));
    }
}
