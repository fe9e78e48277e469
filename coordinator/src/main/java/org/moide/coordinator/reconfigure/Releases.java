package org.moide.coordinator.reconfigure;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.EngineReport;

/** What threads say that found another engine gone. Used by the control thread only. */
final class Releases {
    /**
     * Such a thread is believed for so long: by then the coordinator knows of the loss as well (a closed lifeline takes 3 s),
     * else it is a failure.
     */
    static final long BELIEVED_NANOS = TimeUnit.SECONDS.toNanos(6);

    private EngineReport.@Nullable Released first;
    private long firstNanos;

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

    /** What a thread has said that is explained by no loss; once. Null if there is none. */
    EngineReport.@Nullable Failed unexplained(long nowNanos) {
        EngineReport.Released told = first;
        if (told == null || nowNanos - firstNanos <= BELIEVED_NANOS) {
            return null;
        }
        first = null;
        return told.failure();
    }
}
