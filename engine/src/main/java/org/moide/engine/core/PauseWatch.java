package org.moide.engine.core;

import org.moide.commlib.port.Pauses;

/** How long this process stood still for its garbage collector since an epoch's first beat. The control thread's. */
final class PauseWatch {
    private final Pauses pauses;
    private long beforeNanos = Pauses.UNKNOWN;

    PauseWatch(Pauses pauses) {
        this.pauses = pauses;
    }

    /** Now and then while the threads run. */
    void look() {
        if (beforeNanos == Pauses.UNKNOWN) {
            beforeNanos = pauses.nanos();
        }
    }

    /** Until now; 0 of an epoch that was over before it was known. */
    long nanos() {
        return beforeNanos == Pauses.UNKNOWN ? 0 : Math.max(0, pauses.nanos() - beforeNanos);
    }
}
