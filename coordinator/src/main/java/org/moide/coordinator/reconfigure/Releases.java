package org.moide.coordinator.reconfigure;

import org.jspecify.annotations.Nullable;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/**
 * Collects reports of threads that stopped waiting for another engine because it seemed to be gone. A report is kept
 * until the loss of an engine explains it. Used by the control thread only.
 */
final class Releases {
    private final long believedNanos;
    private EngineReport.@Nullable Released first;
    private long firstNanos;

    /**
     * Creates the object without reports.
     *
     * @param timing its {@code lifelineBack} is the time in which a lifeline, the connection between an engine and the
     *     coordinator, may be restored. After twice that time a report counts as unexplained: by then the coordinator
     *     would know of a loss, provided that it has heard all engines meanwhile
     */
    Releases(Timing timing) {
        this.believedNanos = 2 * timing.lifelineBack().toNanos();
    }

    /** Adds the report of a thread of the present epoch that it found another engine gone. */
    void told(EngineReport.Released released, long nowNanos) {
        if (first == null) {
            first = released;
            firstNanos = nowNanos;
        }
    }

    /** Forgets the reports, because the loss is known or the epoch is over. */
    void forget() {
        first = null;
    }

    /**
     * Returns a report that no loss has explained in time; null if there is none. Each report is returned once.
     *
     * @param heardNanos a time since which the coordinator has heard every engine at least once. An engine that has
     *     been silent since the report and has no connection to the coordinator may be the lost one
     */
    EngineReport.@Nullable Failed unexplained(long heardNanos, long nowNanos) {
        EngineReport.Released told = first;
        if (told == null
                || nowNanos - firstNanos <= believedNanos
                || heardNanos - firstNanos <= believedNanos / 2) { // an earlier report may arrive later
            return null;
        }
        first = null;
        return told.failure();
    }
}
