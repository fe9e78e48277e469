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
     * Nobody has said so.
     *
     * @param timing such a thread is believed for twice as long as a lifeline may take to be back: by then the
     *     coordinator knows of the loss as well, else it is a failure, if all engines have spoken meanwhile
     */
    Releases(Timing timing) {
        this.believedNanos = 2 * timing.lifelineBack().toNanos();
    }

    /** A thread of the epoch that runs says so. */
    void told(EngineReport.Released released, long nowNanos) {
        if (first == null) {
            first = released;
            firstNanos = nowNanos;
        }
    }

    /** The loss is known, or its epoch is over. */
    void forget() {
        first = null;
    }

    /**
     * The report of a thread that no loss explains; once. Null if there is none.
     *
     * @param heardNanos since then all engines have been heard: of one that is silent since the thread found it gone, and
     *     whose lifeline never came about, only silence tells
     */
    EngineReport.@Nullable Failed unexplained(long heardNanos, long nowNanos) {
        EngineReport.Released told = first;
        if (told == null
                || nowNanos - firstNanos <= believedNanos
                || heardNanos - firstNanos <= believedNanos / 2) { // what it had sent before may have come later
            return null;
        }
        first = null;
        return told.failure();
    }
}
