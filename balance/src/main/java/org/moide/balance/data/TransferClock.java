package org.moide.balance.data;

/**
 * An estimate of how long the fetching of an object takes: a latency for each object, and a bandwidth. Recent transfers
 * count most. Used by one thread.
 */
final class TransferClock {
    /** The bandwidth assumed before the first transfer: gigabit Ethernet with a few round trips. */
    private static final double FIRST_BYTES_PER_NANO = 0.1;

    private static final double FIRST_LATENCY_NANOS = 1_000_000;

    private static final double KEPT = 0.75;

    /** The size from which a transfer measures the bandwidth. Smaller transfers measure the latency. */
    private static final long TELLING_BYTES = 16 << 10;

    private double bytesPerNano = FIRST_BYTES_PER_NANO;
    private double latencyNanos = FIRST_LATENCY_NANOS;
    private boolean rateKnown;
    private boolean latencyKnown;

    /** Adjusts the estimate to the duration of a finished transfer. */
    void measured(long bytes, long nanos) {
        if (bytes < TELLING_BYTES) {
            double sample = Math.max(1, nanos);
            latencyNanos = latencyKnown ? KEPT * latencyNanos + (1 - KEPT) * sample : sample;
            latencyKnown = true;
        } else {
            double sample = bytes / Math.max(1, nanos - (latencyKnown ? latencyNanos : 0));
            bytesPerNano = rateKnown ? 1 / (KEPT / bytesPerNano + (1 - KEPT) / sample) : sample;
            rateKnown = true;
        }
    }

    /** Adjusts the estimate to the age of an unfinished transfer, a lower bound of its duration. */
    void awaited(long bytes, long nanos) {
        if (!rateKnown && bytes >= TELLING_BYTES) {
            bytesPerNano = Math.min(bytesPerNano, bytes / (double) Math.max(1, nanos));
        }
    }

    long nanos(long bytes) {
        return bytes == 0 ? 0 : Math.round((latencyKnown || !rateKnown ? latencyNanos : 0) + bytes / bytesPerNano);
    }
}
