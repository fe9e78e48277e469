package org.moide.commlib.port;

/**
 * The pauses between repeated attempts. Each pause is twice the previous one, up to a limit; after a success, pauses
 * begin small again. Has no clock; one thread at a time.
 */
public final class GrowingPause {
    private final long firstNanos;
    private final long longestNanos;
    private long nanos;
    private boolean rests;
    private long dueNanos;

    /** Creates pauses; the first attempt is due at once. */
    public GrowingPause(long firstNanos, long longestNanos) {
        if (firstNanos <= 0 || longestNanos < firstNanos) {
            throw new IllegalArgumentException(
                    "expected a first pause above 0 and a longest one that is no shorter, found " + firstNanos + " and "
                            + longestNanos + " ns");
        }
        this.firstNanos = firstNanos;
        this.longestNanos = longestNanos;
        this.nanos = firstNanos;
    }

    /** Returns the length of the pause after the current attempt, and doubles the next one. */
    public long take() {
        long pause = nanos;
        nanos = Math.min(2 * pause, longestNanos);
        return pause;
    }

    /** Begins a pause, after a failed attempt or in place of an attempt. */
    public void begin(long nowNanos) {
        rests = true;
        dueNanos = nowNanos + take();
    }

    /** Makes the next attempt due at once, and the next pause the first one again. */
    public void reset() {
        shrink();
        end();
    }

    /** Makes the next pause the first one again; a running pause keeps its length. */
    public void shrink() {
        nanos = firstNanos;
    }

    /** Makes the next pause this long; a running pause keeps its length. */
    public void shrinkTo(long pauseNanos) {
        nanos = pauseNanos;
    }

    /** Makes the next attempt due at once. Unlike after {@link #reset}, later pauses still grow. */
    public void end() {
        rests = false;
    }

    /** Returns whether the next attempt is due. */
    public boolean isOver(long nowNanos) {
        return !rests || nowNanos - dueNanos >= 0;
    }

    /** Returns when the next attempt is due; {@link Long#MIN_VALUE} if at once. */
    public long nextNanos() {
        return rests ? dueNanos : Long.MIN_VALUE;
    }
}
