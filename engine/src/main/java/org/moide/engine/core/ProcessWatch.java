package org.moide.engine.core;

import org.moide.commlib.port.Pauses;
import org.moide.commlib.port.ProcessorClock;
import org.moide.engine.control.ProcessStatistics;

/** What this process does in an epoch, from the epoch's first beat on for its pauses. The control thread's. */
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

    /** Now and then while the threads run. */
    void look() {
        if (beforePauseNanos == Pauses.UNKNOWN) {
            beforePauseNanos = pauses.nanos();
        }
    }

    /** Until now; no pauses of an epoch that was over before they were known. */
    ProcessStatistics statistics() {
        long pauseNanos = beforePauseNanos == Pauses.UNKNOWN ? 0 : Math.max(0, pauses.nanos() - beforePauseNanos);
        return new ProcessStatistics(
                pauseNanos, ProcessorClock.difference(processors.ofThisProcess(), beforeProcessorNanos));
    }
}
