package org.moide.coordinator.reconfigure;

import org.jspecify.annotations.Nullable;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/**
 * Collects reports of threads that found another engine gone, until a known loss explains them. Used by the control
 * thread only.
 */
final class Releases {
    private final long believedNanos;
    private EngineReport.@Nullable Released first;
    private long firstNanos;

    /**
     * Creates the object without reports.
     *
     * @param timing a report is unexplained after twice the time in which a lifeline, the connection between engine
     *     and coordinator, may be restored. By then the coordinator would know of a loss, provided that all engines
     *     have been heard meanwhile
     */
    Releases(Timing timing) {
        this.believedNanos = 2 * timing.lifelineBack().toNanos();
    }

    /** Adds a report by a thread of the present epoch that another engine is gone. */
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
     * Returns a report that no loss explains, once; null if there is none.
     *
     * @param heardNanos a time since which every engine has been heard from at least once. An engine without a
     *     connection to the coordinator that has been silent since the report may be the lost one
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
