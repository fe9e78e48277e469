package org.moide.samples.programs.tsp;

/**
 * The time since the search began, as far as an engine knows. Engines have different clocks and join at different
 * times. So each task contains the time at which it was put, and an engine that knew a shorter time takes it over. Any
 * thread.
 */
final class Clock {
    private final long limitNanos;
    private volatile long beginNanos = System.nanoTime(); // only decreases, with this object's lock held

    /**
     * Begins to measure now.
     *
     * @param limitSeconds the limit of the search's time; 0 for none
     */
    Clock(double limitSeconds) {
        this.limitNanos = limitSeconds == 0 ? Long.MAX_VALUE : (long) (limitSeconds * 1e9);
    }

    /** Notes that the search has lasted for at least this long. */
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
