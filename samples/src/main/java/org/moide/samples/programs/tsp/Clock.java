package org.moide.samples.programs.tsp;

/**
 * The time since the search began, as far as an engine knows it. Engines have different clocks and join at different
 * times. So each task contains the time at which it was put, and an engine whose own time is shorter takes over the
 * task's time. Any thread may use it.
 */
final class Clock {
    private final long limitNanos;
    private volatile long beginNanos = System.nanoTime(); // only decreases, with this object's lock held

    /**
     * Begins to measure now.
     *
     * @param limitSeconds the longest time of the search; 0 for no limit
     */
    Clock(double limitSeconds) {
        this.limitNanos = limitSeconds == 0 ? Long.MAX_VALUE : (long) (limitSeconds * 1e9);
    }

    /** Takes into account that the search has lasted for at least this long. */
    void atLeast(long spentNanos) {
        if (spentNanos() < spentNanos) {
            synchronized (this) {
                beginNanos = Math.min(beginNanos, System.nanoTime() - spentNanos);
            }
        }
    }

    long spentNanos() {
        return System.nanoTime() - beginNanos;
    }

    boolean isOver() {
        return spentNanos() >= limitNanos;
    }
}
