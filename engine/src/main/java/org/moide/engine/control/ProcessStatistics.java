package org.moide.engine.control;

import java.io.Serializable;
import org.moide.commlib.port.ProcessorClock;

/**
 * What an engine's process did while its threads were in an application, in nanoseconds.
 *
 * @param pauseNanos it stood still for its garbage collector
 * @param processorNanos all its threads had processors, the JVM's own and those of MOIDE too; below 0 if that is not known
 */
public record ProcessStatistics(long pauseNanos, long processorNanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Of a process of which nothing is known. */
    public static final ProcessStatistics UNKNOWN = new ProcessStatistics(0, ProcessorClock.UNKNOWN);

    /** With what the same process did later. */
    ProcessStatistics plus(ProcessStatistics later) {
        return new ProcessStatistics(
                pauseNanos + later.pauseNanos, ProcessorClock.sum(processorNanos, later.processorNanos));
    }
}
