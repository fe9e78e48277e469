package org.moide.engine.core;

import org.moide.commlib.port.Pauses;
import org.moide.commlib.port.ProcessorClock;
import org.moide.engine.control.ProcessStatistics;

/**
 * The figures of this process in an epoch; pauses count from the epoch's first beat on. Belongs to the control thread.
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

    /** Looks at the process; called now and then while the threads run. */
    void look() {
        if (beforePauseNanos == Pauses.UNKNOWN) {
            beforePauseNanos = pauses.nanos();
        }
    }

    /** Returns the figures until now. They contain no pauses if the epoch ended before pauses were known. */
    ProcessStatistics statistics() {
        long pauseNanos = beforePauseNanos == Pauses.UNKNOWN ? 0 : Math.max(0, pauses.nanos() - beforePauseNanos);
        return new ProcessStatistics(
                pauseNanos, ProcessorClock.difference(processors.ofThisProcess(), beforeProcessorNanos));
    }
}
