package org.moide.engine.control;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.port.GrowingPause;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * The pauses between tries of a call: each is twice the one before, until the tries have lasted too long. A step from
 * one try to the next that is longer than any call may last does not count: this process was stopped and knows nothing
 * of its peer, which may have been stopped too and go on a little later. One thread.
 */
public final class Backoff {
    private final Ticker ticker;
    private final GrowingPause pause;
    private final long withinNanos;
    private final long longestStepNanos;
    private long lastNanos;
    private long spentNanos;

    /** Begins before the first try; further tries make sense for as long as a peer may be silent. */
    public Backoff(Timing timing, Ticker ticker) {
        this(timing, timing.silence(), ticker);
    }

    /**
     * Begins before the first try.
     *
     * @param within the time for which further tries make sense
     */
    public Backoff(Timing timing, Duration within, Ticker ticker) {
        this.ticker = ticker;
        this.pause = new GrowingPause(
                timing.firstPause().toNanos(), timing.lastPause().toNanos());
        this.withinNanos = within.toNanos();
        this.longestStepNanos = timing.bulk().plus(timing.lastPause()).toNanos();
        this.lastNanos = ticker.nanoTime();
    }

    /** Returns whether another try makes no sense. To be called after each try. Asked after each try. */
    public boolean isOver() {
        long nowNanos = ticker.nanoTime();
        long stepNanos = nowNanos - lastNanos;
        lastNanos = nowNanos;
        if (stepNanos <= longestStepNanos) {
            spentNanos += stepNanos;
        }
        return spentNanos >= withinNanos;
    }

    /** Returns how long to rest before the next try. */
    public long nextPauseNanos() {
        return pause.take();
    }

    /**
     * Makes a call again until it brings an answer. For calls that may be repeated.
     *
     * @param where the calling thread rests here between the tries
     * @param over whether nobody wants the answer any more; whatever makes it true raises the signal
     * @throws NotDeliveredException if the last try was not delivered, and another makes no sense
     * @throws OutcomeUnknownException if it is unknown whether the last try was carried out, and another makes no sense
     */
    public <V> V untilAnswered(Supplier<V> call, Signal where, BooleanSupplier over) throws InterruptedException {
        while (true) {
            try {
                return call.get();
            } catch (NotDeliveredException | OutcomeUnknownException noAnswer) {
                if (isOver() || over.getAsBoolean()) {
                    throw noAnswer;
                }
                where.await(over, nextPauseNanos());
            }
        }
    }
}
