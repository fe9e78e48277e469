package org.moide.coordinator.reconfigure;

import org.jspecify.annotations.Nullable;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/** Reports of threads that found another engine gone. Used by the control thread only. */
final class Releases {
    private final long believedNanos;
    private EngineReport.@Nullable Released first;
    private long firstNanos;

    /**
     * Begins without reports.
     *
     * @param timing gives such a thread twice the time that a lifeline may take to be back; by then the coordinator
     *     knows of the loss as well, or it is a failure if all engines have reported meanwhile
     */
    Releases(Timing timing) {
        this.believedNanos = 2 * timing.lifelineBack().toNanos();
    }

    /** Takes the report of a thread of the running epoch. */
    void told(EngineReport.Released released, long nowNanos) {
        if (first == null) {
            first = released;
            firstNanos = nowNanos;
        }
    }

    /** Forgets the reports, because the loss is known or its epoch is over. */
    void forget() {
        first = null;
    }

    /**
     * Returns the report of a thread that no loss explains, once; null if there is none.
     *
     * @param heardNanos the time since which all engines have been heard. If an engine has no lifeline and is
     *     silent since the thread found it gone, only its silence shows the loss
     */
    EngineReport.@Nullable Failed unexplained(long heardNanos, long nowNanos) {
        EngineReport.Released told = first;
        if (told == null
                || nowNanos - firstNanos <= believedNanos
                || heardNanos - firstNanos <= believedNanos / 2) { // earlier reports may arrive later
            return null;
        }
        first = null;
        return told.failure();
    }
}
