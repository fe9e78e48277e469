package org.moide.engine.spmd;

import org.moide.commlib.port.Ticker;

/**
 * The pace at which an engine wants states to be kept, so that keeping takes no more than a part of the time, however
 * often an application calls {@code checkpoint}. The cost of keeping is measured each time: how long all come to rest,
 * what the threads spend on it, and how long the engine then takes to store the states, when it uses processors that
 * the threads could use.
 *
 * <p>Concurrency: any thread.
 */
public final class CheckpointPace {
    private static final long NEVER = Long.MIN_VALUE;

    /** The number of first checkpoints that run before the code is compiled ... */
    private static final int COLD = 3;

    /** ... and take this many times as long: measured by them, the next would be put off for too long. */
    private static final int COLD_TIMES = 8;

    /** The most that cold code costs: a checkpoint that takes longer has many states, or long ones. */
    private static final long MOST_COLD_NANOS = 100_000_000;

    private final double share;
    private final Ticker ticker;
    private final long startNanos;
    private long keptNanos = NEVER; // when the last states were given; this and the next fields guarded by this
    private long givingNanos; // how long that took
    private long restNanos; // how long all had to come to rest for it
    private long storingSinceNanos = NEVER;
    private long storingNanos; // how long the last time
    private int kept;
    private boolean wanted; // a keeping, whatever it takes

    /** @param share the part of the time that keeping may take, above 0; with 1 all states are kept */
    public CheckpointPace(double share, Ticker ticker) {
        this.share = share;
        this.ticker = ticker;
        this.startNanos = ticker.nanoTime();
    }

    /**
     * Returns whether this engine wants states to be kept at the safe point that its threads have come to; the first
     * ones always.
     */
    public boolean isDue() {
        return isDue(0);
    }

    /**
     * Returns whether this engine wants states to be kept.
     *
     * @param guessNanos the time that keeping takes, used as long as no states were kept: at the beginning there is
     *     less to lose than it costs to keep many states
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

    /** Requests that states are kept once, whatever that takes, since an engine waits for it. */
    public synchronized void want() {
        wanted = true;
    }

    /** Notes that a thread has given its state and goes on; it had come to the safe point at {@code sinceNanos}. */
    public synchronized void given(long sinceNanos) {
        keptNanos = ticker.nanoTime();
        givingNanos = keptNanos - sinceNanos;
    }

    /** Notes how long the engines took to come to rest before the threads gave their states; 0 if none had to. */
    public synchronized void rested(long nanos) {
        restNanos = nanos;
    }

    /** Notes that the engine begins to store the states of its threads. */
    synchronized void storing() {
        wanted = false;
        storingSinceNanos = ticker.nanoTime();
        kept++;
    }

    /** Notes that the engine has stored the states. */
    synchronized void stored() {
        if (storingSinceNanos != NEVER) {
            storingNanos = ticker.nanoTime() - storingSinceNanos;
            storingSinceNanos = NEVER;
        }
    }
}
