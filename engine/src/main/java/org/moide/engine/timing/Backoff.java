package org.moide.engine.timing;

import org.moide.commlib.port.Ticker;

/** The pauses between tries of what must arrive: each twice the one before, until silence has lasted too long. One thread. */
public final class Backoff {
    private final Ticker ticker;
    private final long lastPauseNanos;
    private final long endNanos;
    private long pauseNanos;

    /** The first try is about to be made. */
    public Backoff(Timing timing, Ticker ticker) {
        this.ticker = ticker;
        this.lastPauseNanos = timing.lastPause().toNanos();
        this.pauseNanos = timing.firstPause().toNanos();
        this.endNanos = ticker.nanoTime() + timing.silence().toNanos();
    }

    /** Whether it is not worth trying again. */
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
