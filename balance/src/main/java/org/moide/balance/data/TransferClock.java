package org.moide.balance.data;

/**
 * A clock of how long it takes to bring an object, as measured: a time that each takes, whatever its size, and bytes in
 * a second. Of the latest transfers above all. One thread.
 */
final class TransferClock {
    /** The speed until the first transfer: a usual network, gigabit Ethernet, and a few round trips. */
    private static final double FIRST_BYTES_PER_NANO = 0.1;

    private static final double FIRST_LATENCY_NANOS = 1_000_000;

    private static final double KEPT = 0.75;

    /** Smaller objects say how long a request takes, larger ones how fast bytes come. */
    private static final long TELLING_BYTES = 16 << 10;

    private double bytesPerNano = FIRST_BYTES_PER_NANO;
    private double latencyNanos = FIRST_LATENCY_NANOS;
    private boolean rateKnown;
    private boolean latencyKnown;

    /** Takes the time that an object of this size took. */
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

    /**
     * Notes that an object of this size has been awaited for this long, and nothing has come: it takes longer than
     * that.
     */
    void awaited(long bytes, long nanos) {
        if (!rateKnown && bytes >= TELLING_BYTES) {
            bytesPerNano = Math.min(bytesPerNano, bytes / (double) Math.max(1, nanos));
        }
    }

    long nanos(long bytes) {
        return bytes == 0 ? 0 : Math.round((latencyKnown || !rateKnown ? latencyNanos : 0) + bytes / bytesPerNano);
    }
}
