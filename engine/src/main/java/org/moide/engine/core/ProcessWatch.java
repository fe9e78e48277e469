package org.moide.engine.core;

import org.moide.commlib.port.Pauses;
import org.moide.commlib.port.ProcessorClock;
import org.moide.engine.control.ProcessStatistics;

/**
 * Measures this process's garbage collection pauses and processor time in an epoch. Pauses count from the epoch's first
 * heartbeat on. Used by the control thread.
 */
final class ProcessWatch {
    private final Pauses pauses;
    private final ProcessorClock processors;
    private final long beforeProcessorNanos;
    private long beforePauseNanos = Pauses.UNKNOWN;

    ProcessWatch(Pauses pauses, ProcessorClock processors) {
        this.pauses = pauses;
        this.processors = processors;
        this.beforeProcessorNanos = processors.ofThisProcess();
    }

    /**
     * Notes the length of the pauses before the epoch, at the first call at which it is known. Called at each
     * heartbeat.
     */
    void look() {
        if (beforePauseNanos == Pauses.UNKNOWN) {
            beforePauseNanos = pauses.nanos();
        }
    }

    /** Returns the figures until now. Pauses are 0 if they were not known before the epoch ended. */
    ProcessStatistics statistics() {
        long pauseNanos = beforePauseNanos == Pauses.UNKNOWN ? 0 : Math.max(0, pauses.nanos() - beforePauseNanos);
        return new ProcessStatistics(
                pauseNanos, ProcessorClock.difference(processors.ofThisProcess(), beforeProcessorNanos));
    }
}
