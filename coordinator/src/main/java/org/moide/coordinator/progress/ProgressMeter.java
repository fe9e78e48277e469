package org.moide.coordinator.progress;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.moide.commlib.port.Ticker;

/**
 * Measures a run's progress. Computes the rate and the estimated end from the amount of finished work that the run
 * reports. An update is cheap enough to be made after every task.
 *
 * <p>Thread-safe.
 */
public final class ProgressMeter {
    /**
     * The length of the window for the latest rate: long enough for tasks of some seconds, short enough to show that an
     * engine came or left.
     */
    static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The run time below which no end is estimated, since the estimate would be a guess. */
    static final long LEAST_NANOS_TO_ESTIMATE = TimeUnit.MILLISECONDS.toNanos(500);

    /** The time that must pass without new work becoming known, before the known work is taken to be all the work. */
    static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long SAMPLE_NANOS = WINDOW_NANOS / 20;
    private static final double NANOS = 1e9;

    private final Ticker ticker;
    private final long startNanos;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private long before; // what earlier runs had done before this run resumed; below 0 until the first update tells it
    private long done;
    private long known;
    private long grownNanos;
    private boolean grown;
    private String what = "";

    private record Sample(long atNanos, long done) {}

    /** Starts the clock at the moment of this call. */
    public ProgressMeter(Ticker ticker) {
        this.ticker = ticker;
        this.startNanos = ticker.nanoTime();
        samples.add(new Sample(startNanos, 0));
    }

    /**
     * Records that the run was resumed. The work that the next update reports as done was done earlier, so no rate
     * counts it.
     */
    public synchronized void resumed() {
        before = -1;
        samples.clear();
    }

    /**
     * Records how much of the work is done.
     *
     * @param sofar how much is done; may fall when work is lost
     * @param total how much work is known, 0 if unknown; it may grow, and no end is estimated while it grows
     * @param unit the unit of both, such as "tasks"
     */
    public synchronized void update(long sofar, long total, String unit) {
        long now = ticker.nanoTime();
        if (before < 0 || sofar < done) {
            samples.clear();
        }
        before = before < 0 ? sofar : Math.min(before, sofar);
        done = sofar;
        what = unit;
        if (total != known) {
            grown = known != 0;
            grownNanos = now;
            known = total;
        }
        Sample last = samples.peekLast();
        if (last == null || now - last.atNanos() >= SAMPLE_NANOS) {
            samples.add(new Sample(now, sofar));
        }
        forget(now);
    }

    /**
     * Drops the samples that are older than the window. Keeps the latest of these, because the rate is measured from it
     * on.
     */
    private void forget(long now) {
        while (samples.size() > 1) {
            Sample first = samples.remove();
            if (now - samples.element().atNanos() < WINDOW_NANOS) {
                samples.addFirst(first);
                return;
            }
        }
    }

    /** Returns the progress and the estimated end at this moment. */
    public synchronized Progress now() {
        if (what.isEmpty()) {
            return Progress.NONE;
        }
        long now = ticker.nanoTime();
        double late = perSecond(samples.element(), now);
        double all = perSecond(new Sample(startNanos, before), now);
        boolean told =
                all > 0 && late > 0 && known > done && now - startNanos >= LEAST_NANOS_TO_ESTIMATE && !grows(now);
        return new Progress(
                done,
                known,
                what,
                late,
                told ? restNanos(Math.max(late, all)) : Progress.UNTOLD,
                told ? restNanos(Math.min(late, all)) : Progress.UNTOLD);
    }

    private boolean grows(long now) {
        return grown && now - grownNanos < SETTLED_NANOS;
    }

    private double perSecond(Sample from, long now) {
        long nanos = now - from.atNanos();
        return nanos <= 0 ? 0 : Math.max(0, done - from.done()) * NANOS / nanos;
    }

    private long restNanos(double perSecond) {
        return (long) ((known - done) * NANOS / perSecond);
    }

    /** Returns the time since this meter was created. */
    public long elapsedNanos() {
        return ticker.nanoTime() - startNanos;
    }

    /** Counts all known work as done, because the run has ended successfully. */
    public synchronized void finish() {
        done = Math.max(done, known);
        known = done;
    }
}
