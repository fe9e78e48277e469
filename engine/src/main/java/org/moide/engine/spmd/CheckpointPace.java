package org.moide.engine.spmd;

import org.moide.commlib.port.Ticker;

/**
 * How often an engine wants states to be kept, so that this takes no more than a part of the time, however often an application
 * calls {@code checkpoint}. What keeping takes is measured each time: how long all come to rest, what the threads spend
 * on it, and how long the engine then takes to store what they gave, when it uses processors that they could use.
 *
 * <p>Concurrency: any thread.
 */
public final class CheckpointPace {
    private static final long NEVER = Long.MIN_VALUE;

    /** The first so many run before the code is compiled ... */
    private static final int COLD = 3;

    /** ... and take several times as long: measured by them, the next would be put off for too long. */
    private static final int COLD_TIMES = 8;

    /** That code costs so much at most: what takes longer has many states, or long ones. */
    private static final long MOST_COLD_NANOS = 100_000_000;

    private final double share;
    private final Ticker ticker;
    private final long startNanos;
    private long keptNanos = NEVER; // when the last ones were given; this and the others guarded by this
    private long givingNanos; // how long that took
    private long restNanos; // how long all had to come to rest for it
    private long storingSinceNanos = NEVER;
    private long storingNanos; // how long the last time
    private int kept;
    private boolean wanted; // whatever it takes

    /** @param share the part of the time that keeping may take, above 0; with 1 all are kept */
    public CheckpointPace(double share, Ticker ticker) {
        this.share = share;
        this.ticker = ticker;
        this.startNanos = ticker.nanoTime();
    }

    /** Whether this engine wants states to be kept at the safe point that its threads have come to; the first ones always. */
    public boolean isDue() {
        return isDue(0);
    }

    /**
     * Whether this engine wants states to be kept.
     *
     * @param guessNanos what it takes, as long as none were kept: there is less to lose at the beginning than it costs to keep
     *     many states
     */
    public synchronized boolean isDue(long guessNanos) {
        if (share >= 1 || wanted) {
            return true;
        }
        long now = ticker.nanoTime();
        if (keptNanos == NEVER) {
            return share * (now - startNanos) >= guessNanos;
        }
        long storing = storingSinceNanos == NEVER ? storingNanos : now - storingSinceNanos;
        long took = restNanos + givingNanos + storing;
        long takes = kept > COLD ? took : Math.max(took / COLD_TIMES, took - MOST_COLD_NANOS);
        return share * (now - keptNanos) >= takes;
    }

    /** States are to be kept once without regard to what that takes: somebody waits for it. */
    public synchronized void want() {
        wanted = true;
    }

    /** A thread has given its state and goes on; it had come here for that at {@code sinceNanos}. */
    public synchronized void given(long sinceNanos) {
        keptNanos = ticker.nanoTime();
        givingNanos = keptNanos - sinceNanos;
    }

    /** Before the threads gave their states, their engines came to rest, which took so long; 0 if nobody had to. */
    public synchronized void rested(long nanos) {
        restNanos = nanos;
    }

    /** The engine begins to store what its threads gave. */
    synchronized void storing() {
        wanted = false;
        storingSinceNanos = ticker.nanoTime();
        kept++;
    }

    /** It has stored it. */
    synchronized void stored() {
        if (storingSinceNanos != NEVER) {
            storingNanos = ticker.nanoTime() - storingSinceNanos;
            storingSinceNanos = NEVER;
        }
    }
}
