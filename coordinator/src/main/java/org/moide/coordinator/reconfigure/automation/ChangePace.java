package org.moide.coordinator.reconfigure.automation;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Limits the pace at which a run changes its engines by itself. It allows one change at a time. Waiting times double
 * with each change that undoes the previous one or fails. A run whose load oscillates thus changes a few times and then
 * waits. Not thread-safe.
 */
final class ChangePace {
    /** The pause after a change, long enough to show its effect in the engines' reports, which come each second. */
    static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The greatest factor by which waiting times are multiplied. With it, the longest wait is some minutes. */
    static final long MOST_PATIENCE = 32;

    /** The time without a change after which the waiting times become what they were at the beginning. */
    static final long CALM_NANOS = TimeUnit.MINUTES.toNanos(30);

    private @Nullable Direction last;
    private long lastNanos;
    private boolean changed;
    private long patience = 1;

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

    /**
     * Returns how long a reason for a change must last at present, given how long it must last when waiting times have
     * not grown.
     */
    long hold(long usualNanos) {
        return usualNanos * patience;
    }

    /** Notes that a change was made, or was tried and failed. */
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
