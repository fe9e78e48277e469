package org.moide.engine.spmd;

import java.util.function.LongSupplier;
import org.moide.commlib.port.Ticker;

/**
 * The time of a thread in which it neither waits nor communicates: the time that one of its calls takes by itself. Used
 * by that thread only.
 */
final class OwnTime {
    private final Ticker ticker;
    private final LongSupplier accountedNanos;
    private long beganNanos;
    private long accountedBefore;

    /** @param accountedNanos returns all time until now in which the thread has waited or communicated */
    OwnTime(Ticker ticker, LongSupplier accountedNanos) {
        this.ticker = ticker;
        this.accountedNanos = accountedNanos;
    }

    /**
     * Notes that a call begins.
     *
     * @return the time now
     */
    long begin() {
        accountedBefore = accountedNanos.getAsLong();
        beganNanos = ticker.nanoTime();
        return beganNanos;
    }

    /** Returns the time that the call has taken by itself since it began. */
    long nanos() {
        return Math.max(0, ticker.nanoTime() - beganNanos - (accountedNanos.getAsLong() - accountedBefore));
    }
}
