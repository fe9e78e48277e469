package org.moide.engine.spmd;

import java.util.function.LongSupplier;
import org.moide.commlib.port.Ticker;

/**
 * Measures the own time of a call: its duration without the time in which the thread waited or communicated. Used by
 * one thread.
 */
final class OwnTime {
    private final Ticker ticker;
    private final LongSupplier accountedNanos;
    private long beganNanos;
    private long accountedBefore;

    /**
     * Creates a measurement for one thread.
     *
     * @param accountedNanos returns the total time in which the thread has waited or communicated until now
     */
    OwnTime(Ticker ticker, LongSupplier accountedNanos) {
        this.ticker = ticker;
        this.accountedNanos = accountedNanos;
    }

    /**
     * Notes that a call begins.
     *
     * @return the current time
     */
    long begin() {
        accountedBefore = accountedNanos.getAsLong();
        beganNanos = ticker.nanoTime();
        return beganNanos;
    }

    /** Returns the own time of the call since {@link #begin}. */
    long nanos() {
        return Math.max(0, ticker.nanoTime() - beganNanos - (accountedNanos.getAsLong() - accountedBefore));
    }
}
