package org.moide.balance.loan;

/** When to repeat a message that was not answered: at once, then after pauses that double up to a longest one. */
public final class Repetition {
    private final long firstNanos;
    private final long longestNanos;
    private long pauseNanos;
    private long dueNanos;

    public Repetition(BalancerLimits limits) {
        this.firstNanos = limits.repeatNanos();
        this.longestNanos = limits.longestRepeatNanos();
    }

    /** The message goes out for the first time. */
    public void start(long nowNanos) {
        pauseNanos = firstNanos;
        dueNanos = nowNanos + firstNanos;
    }

    /** Whether it is to be repeated now; if so, the next time is set. */
    public boolean isDue(long nowNanos) {
        if (nowNanos < dueNanos) {
            return false;
        }
        pauseNanos = Math.min(2 * pauseNanos, longestNanos);
        dueNanos = nowNanos + pauseNanos;
        return true;
    }

    /** As {@link #isDue}, and the first call is the first time. */
    public boolean isFirstOrDue(long nowNanos) {
        if (pauseNanos == 0) {
            start(nowNanos);
            return true;
        }
        return isDue(nowNanos);
    }

    public long dueNanos() {
        return dueNanos;
    }
}
