package org.moide.commlib.port;

/**
 * The pauses between tries of something: each is twice the one before, up to a longest one, until something brings news and
 * they begin small again. Pure; one thread at a time.
 */
public final class GrowingPause {
    private final long firstNanos;
    private final long longestNanos;
    private long nanos;
    private boolean rests;
    private long dueNanos;

    /** The first try may be at once. */
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

    /** The pause after this try; the one after the next is twice as long. */
    public long take() {
        long pause = nanos;
        nanos = Math.min(2 * pause, longestNanos);
        return pause;
    }

    /** A try is made now, or brought nothing: the next is due after a pause. */
    public void begin(long nowNanos) {
        rests = true;
        dueNanos = nowNanos + take();
    }

    /** The next try may be at once, and pauses begin small again. */
    public void reset() {
        shrink();
        end();
    }

    /** Pauses begin small again; the one that goes on is as long as it was. */
    public void shrink() {
        nanos = firstNanos;
    }

    /** Shrinks like {@link #shrink}, to this as the next pause. */
    public void shrinkTo(long pauseNanos) {
        nanos = pauseNanos;
    }

    /** The next try may be at once; pauses go on growing. */
    public void end() {
        rests = false;
    }

    /** Returns whether the next try is due. */
    public boolean isOver(long nowNanos) {
        return !rests || nowNanos - dueNanos >= 0;
    }

    /** The time at which the next try is due; long ago if it may be at once. */
    public long nextNanos() {
        return rests ? dueNanos : Long.MIN_VALUE;
    }
}
