package org.moide.engine.timing;

import java.time.Duration;
import org.moide.commlib.port.Ticker;

/** The pauses between tries of a call: each twice the one before, until the tries have lasted too long. One thread. */
public final class Backoff {
    private final Ticker ticker;
    private final long lastPauseNanos;
    private final long endNanos;
    private long pauseNanos;

    /** The first try is about to be made; there are more for as long as a peer may be silent. */
    public Backoff(Timing timing, Ticker ticker) {
        this(timing, timing.silence(), ticker);
    }

    /**
     * The first try is about to be made.
     *
     * @param within there are more for so long
     */
    public Backoff(Timing timing, Duration within, Ticker ticker) {
        this.ticker = ticker;
        this.lastPauseNanos = timing.lastPause().toNanos();
        this.pauseNanos = timing.firstPause().toNanos();
        this.endNanos = ticker.nanoTime() + within.toNanos();
    }

    /** Whether another try makes no sense. */
    public boolean isOver() {
        return ticker.nanoTime() - endNanos >= 0;
    }

    /** How long to rest before the next try. */
    public long nextPauseNanos() {
        long pause = pauseNanos;
        pauseNanos = Math.min(2 * pause, lastPauseNanos);
        return pause;
    }
}
