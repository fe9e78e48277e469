package org.moide.balance.strategy;

/** When to try again after a try that brought nothing: after a pause that doubles as long as none brings anything. */
final class GrowingPause {
    /** No pause doubles beyond this many first pauses: at 2 ms somebody idle asks 16 times a second at the least. */
    private static final int LONGEST_PAUSES = 32;

    private final long firstNanos;
    private long pauseNanos;
    private long nextNanos = Long.MIN_VALUE;

    GrowingPause(long firstNanos) {
        this.firstNanos = firstNanos;
        this.pauseNanos = firstNanos;
    }

    boolean isOver(long nowNanos) {
        return nowNanos >= nextNanos;
    }

    /** There is work: the next try may be at once, and pauses begin small again. */
    void reset() {
        pauseNanos = firstNanos;
        nextNanos = Long.MIN_VALUE;
    }

    /** A try began, or brought nothing. */
    void begin(long nowNanos) {
        nextNanos = nowNanos + pauseNanos;
        pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSES * firstNanos);
    }

    /** The next try need not wait. */
    void end() {
        nextNanos = Long.MIN_VALUE;
    }

    long nextNanos() {
        return nextNanos;
    }
}
