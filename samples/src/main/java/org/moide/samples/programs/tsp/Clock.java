package org.moide.samples.programs.tsp;

/**
 * The time for which the search has gone on, as far as an engine knows. Engines have clocks of their own and come at
 * different times, so each task says what it was when it was put, and whoever knew less goes by that. Any thread.
 */
final class Clock {
    private final long limitNanos;
    private volatile long beginNanos = System.nanoTime(); // only ever moved back, with this object locked

    /**
     * Begins now.
     *
     * @param limitSeconds how long it may go on; 0 for no limit
     */
    Clock(double limitSeconds) {
        this.limitNanos = limitSeconds == 0 ? Long.MAX_VALUE : (long) (limitSeconds * 1e9);
    }

    /** Notes that it has gone on for so long at least. */
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
