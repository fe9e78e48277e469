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
 * Computes the pauses between the attempts of a call. Each pause is twice the one before, until the attempts have
 * lasted too long. A step between two attempts that is longer than any call can last is not counted: this process was
 * suspended then, and its peer may have been suspended too. Used by one thread.
 */
public final class Backoff {
    private final Ticker ticker;
    private final GrowingPause pause;
    private final long withinNanos;
    private final long longestStepNanos;
    private long lastNanos;
    private long spentNanos;

    /** Starts the count before the first attempt, with {@link Timing#silence} as the limit. */
    public Backoff(Timing timing, Ticker ticker) {
        this(timing, timing.silence(), ticker);
    }

    /**
     * Starts the count before the first attempt.
     *
     * @param within the time after which no further attempt is made
     */
    public Backoff(Timing timing, Duration within, Ticker ticker) {
        this.ticker = ticker;
        this.pause = new GrowingPause(
                timing.firstPause().toNanos(), timing.lastPause().toNanos());
        this.withinNanos = within.toNanos();
        this.longestStepNanos = timing.bulk().plus(timing.lastPause()).toNanos();
        this.lastNanos = ticker.nanoTime();
    }

    /** Returns whether the attempts have lasted too long. Call it once after each failed attempt. */
    public boolean isOver() {
        long nowNanos = ticker.nanoTime();
        long stepNanos = nowNanos - lastNanos;
        lastNanos = nowNanos;
        if (stepNanos <= longestStepNanos) {
            spentNanos += stepNanos;
        }
        return spentNanos >= withinNanos;
    }

    /** Returns the pause before the next attempt, in nanoseconds. */
    public long nextPauseNanos() {
        return pause.take();
    }

    /**
     * Repeats a call until it is answered. The call must be safe to repeat.
     *
     * @param where the signal on which the calling thread waits between attempts
     * @param over whether the answer is not needed any more; code that makes it true must raise the signal
     * @throws NotDeliveredException if the last attempt was not delivered, and no further one is made
     * @throws OutcomeUnknownException if it is unknown whether the last attempt was carried out, and no further one is
     *     made
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
