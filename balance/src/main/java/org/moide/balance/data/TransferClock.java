package org.moide.balance.data;

/**
 * An estimate of how long the fetching of an object takes: a latency for each object, and a bandwidth. Recent transfers
 * count most. When none has ended for a while, the estimate approaches the fastest one: transfers are slow because many
 * members wait for their turns at once, such as at the start, and that passes. Used by one thread.
 */
final class TransferClock {
    /** The bandwidth assumed before the first transfer: gigabit Ethernet with a few round trips. */
    private static final double FIRST_BYTES_PER_NANO = 0.1;

    private static final double FIRST_LATENCY_NANOS = 1_000_000;

    private static final double KEPT = 0.75;

    /** The size from which a transfer measures the bandwidth. Smaller transfers measure the latency. */
    private static final long TELLING_BYTES = 16 << 10;

    /** The part of a recent transfer's time after which half of its excess over the fastest one is forgotten. */
    private static final double FORGETTING = 0.5;

    private double bytesPerNano = FIRST_BYTES_PER_NANO;
    private double latencyNanos = FIRST_LATENCY_NANOS;
    private double fastestBytesPerNano;
    private long measuredNanos; // when the last transfer that measured the bandwidth ended
    private long nowNanos;
    private boolean rateKnown;
    private boolean latencyKnown;

    /** Sets the time for which estimates are made. */
    void at(long now) {
        nowNanos = now;
    }

    /** Adjusts the estimate to the duration of a transfer that ends at the time of {@link #at}. */
    void measured(long bytes, long nanos) {
        if (bytes < TELLING_BYTES) {
            double sample = Math.max(1, nanos);
            latencyNanos = latencyKnown ? KEPT * latencyNanos + (1 - KEPT) * sample : sample;
            latencyKnown = true;
        } else {
            double sample = bytes / Math.max(1, nanos - (latencyKnown ? latencyNanos : 0));
            bytesPerNano = rateKnown ? 1 / (KEPT / bytesPerNano + (1 - KEPT) / sample) : sample;
            rateKnown = true;
            // With the latency: an object that came sooner than usual would seem to have come at no cost.
            fastestBytesPerNano = Math.max(fastestBytesPerNano, bytes / (double) Math.max(1, nanos));
            measuredNanos = nowNanos;
        }
    }

    /** Adjusts the estimate to the age of an unfinished transfer, a lower bound of its duration. */
    void awaited(long bytes, long nanos) {
        if (!rateKnown && bytes >= TELLING_BYTES) {
            bytesPerNano = Math.min(bytesPerNano, bytes / (double) Math.max(1, nanos));
        }
    }

    long nanos(long bytes) {
        return bytes == 0 ? 0 : Math.round((latencyKnown || !rateKnown ? latencyNanos : 0) + bytesNanos(bytes));
    }

    private double bytesNanos(long bytes) {
        double recent = bytes / bytesPerNano;
        double excess = rateKnown ? recent - bytes / fastestBytesPerNano : 0;
        return excess <= 0
                ? recent
                : recent - excess * (1 - Math.pow(0.5, (nowNanos - measuredNanos) / (FORGETTING * recent)));
    }
}
