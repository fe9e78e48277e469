package org.moide.engine.spmd;

import java.util.function.LongSupplier;
import org.moide.commlib.port.Ticker;

/**
 * Measures how long a call takes, without the time in which the thread waits or communicates during the call. Used by
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

    /** Returns the time since {@link #begin}, without the time in which the thread has waited or communicated since. */
    long nanos() {
        return Math.max(0, ticker.nanoTime() - beganNanos - (accountedNanos.getAsLong() - accountedBefore));
    }
}
