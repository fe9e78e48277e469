package org.moide.engine.spmd;

import org.moide.commlib.port.Ticker;

/**
 * Decides at which safe points an engine wants states to be stored, so that storing takes only a given fraction of the
 * time, however often the application calls {@code checkpoint}. It measures the cost each time: the wait until all
 * threads are at rest, the threads' own time, and the time for storing afterwards, which takes processor time from the
 * threads.
 *
 * <p>Concurrency: any thread.
 */
public final class CheckpointPace {
    private static final long NEVER = Long.MIN_VALUE;

    /**
     * The number of first checkpoints that run code which is not compiled yet. Their measured cost is reduced, because
     * later checkpoints are faster.
     */
    private static final int COLD = 3;

    /**
     * The assumed ratio of the cost of the first checkpoints to that of later ones. If the cost were not divided by it,
     * the next checkpoint would come too late.
     */
    private static final int COLD_TIMES = 8;

    /**
     * The longest time by which uncompiled code makes a checkpoint slower. A checkpoint whose cost exceeds this has
     * many or large states, so the excess counts in full.
     */
    private static final long MOST_COLD_NANOS = 100_000_000;

    private final double share;
    private final Ticker ticker;
    private final long startNanos;
    // The time at which the last states were handed over. The lock of this object guards this field and those below.
    private long keptNanos = NEVER;
    private long givingNanos; // the time that the threads took to hand over their states
    private long restNanos; // the time until all threads were at rest
    private long storingSinceNanos = NEVER;
    private long storingNanos; // the time that storing took the last time
    private int kept;
    private boolean wanted; // whether the next states are to be stored at any cost

    /**
     * Begins to measure, before the first checkpoint.
     *
     * @param share the fraction of the time that storing may take, above 0; 1 stores the states of every safe point
     */
    public CheckpointPace(double share, Ticker ticker) {
        this.share = share;
        this.ticker = ticker;
        this.startNanos = ticker.nanoTime();
    }

    /**
     * Returns whether this engine wants states to be stored at the safe point (where all threads meet) that its threads
     * have reached. Always true for the first one.
     */
    public boolean isDue() {
        return isDue(0);
    }

    /**
     * Returns whether this engine wants states to be stored.
     *
     * @param guessNanos the assumed cost of storing states for the first time. The first checkpoint comes when storing
     *     may take that much of the time, so that there is more work to lose than it costs
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

    /** Requests that states are stored at the next safe point at any cost, because an engine that joins needs them. */
    public synchronized void want() {
        wanted = true;
    }

    /**
     * Notes that a thread has handed over its state and continues. It had reached the safe point at {@code sinceNanos}.
     */
    public synchronized void given(long sinceNanos) {
        keptNanos = ticker.nanoTime();
        givingNanos = keptNanos - sinceNanos;
    }

    /**
     * Notes the time that the engines took to come to rest before the threads handed over their states; 0 if none had
     * to.
     */
    public synchronized void rested(long nanos) {
        restNanos = nanos;
    }

    /** Notes that the engine begins to store the states of its threads. */
    synchronized void storing() {
        wanted = false;
        storingSinceNanos = ticker.nanoTime();
        kept++;
    }

    synchronized void stored() {
        if (storingSinceNanos != NEVER) {
            storingNanos = ticker.nanoTime() - storingSinceNanos;
            storingSinceNanos = NEVER;
        }
    }
}
