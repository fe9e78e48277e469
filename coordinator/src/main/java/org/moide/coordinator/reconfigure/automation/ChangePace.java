package org.moide.coordinator.reconfigure.automation;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The pace at which a run may change its engines by itself: one change at a time, and slower with each change that
 * undoes the one before, or that could not be made. A run whose load comes and goes changes a few times, and then waits
 * until that is over. One thread.
 */
final class ChangePace {
    /** The time that a run needs after a change to show its effect; a report comes each second. */
    static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The longest wait, as a multiple of the usual one: some minutes. */
    static final long MOST_PATIENCE = 32;

    /** The time without a change after which the pace is as in the beginning. */
    static final long CALM_NANOS = TimeUnit.MINUTES.toNanos(30);

    private @Nullable Direction last;
    private long lastNanos;
    private boolean changed;
    private long patience = 1;

    /** The effect of a change on the number of engines. */
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

    /** Returns how long something has to last before it is a reason, when the usual time is given. */
    long hold(long usualNanos) {
        return usualNanos * patience;
    }

    /** Notes that a change was tried, with success or without. */
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
