package org.moide.coordinator.reconfigure.automation;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How fast a run may change its engines by itself: one change at a time, and slower with each change that undoes the
 * one before, or that could not be made. So a run changes a few times under a load that comes and goes, and then waits
 * until it is over. One thread.
 */
final class ChangePace {
    /** After a change the run needs this to show what came of it: a report comes each second. */
    static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The longest that is waited, as a multiple of the usual: some minutes. */
    static final long MOST_PATIENCE = 32;

    /** After so long without a change all is as in the beginning. */
    static final long CALM_NANOS = TimeUnit.MINUTES.toNanos(30);

    private @Nullable Direction last;
    private long lastNanos;
    private boolean changed;
    private long patience = 1;

    /** What a change does to the number of engines. */
    enum Direction {
        MORE,
        FEWER,
        AS_MANY
    }

    boolean mayChange(long nowNanos) {
        if (changed && nowNanos - lastNanos > CALM_NANOS) {
            changed = false;
            last = null;
            patience = 1;
        }
        return !changed || nowNanos - lastNanos >= SETTLE_NANOS;
    }

    /** How long something has to last before it is a reason, if usually so long. */
    long hold(long usualNanos) {
        return usualNanos * patience;
    }

    /** A change was tried, with success or without. */
    void changed(Direction direction, boolean done, long nowNanos) {
        changed = true;
        lastNanos = nowNanos;
        boolean undone = done && last != null && direction != Direction.AS_MANY && last != direction;
        if (undone || !done) {
            patience = Math.min(MOST_PATIENCE, 2 * patience);
        }
        if (done && direction != Direction.AS_MANY) {
            last = direction;
        }
    }
}
