package org.moide.balance.data;

/**
 * A limit on the bytes of data objects that a member sends at the same time. A single larger object is allowed.
 *
 * <p>Members that ask while the limit is reached have to wait. Meanwhile others receive copies that they can pass on.
 * The limit is what the network carries in some milliseconds, as measured: long enough to hide the round trip of a
 * message. On a slow network the limit is a single object, since two objects that share the bandwidth would both arrive
 * late.
 */
final class GivingLimit {
    /** The transfer time of as many bytes as the limit allows: many times a message's round trip. */
    private static final double HIDING_NANOS = 10e6;

    /** The limit before the first measurement. It allows one large object or several small ones. */
    private static final long FIRST_BYTES = 128 << 10;

    /**
     * The largest limit: what gigabit Ethernet carries in {@link #HIDING_NANOS}. Faster networks have shorter round
     * trips.
     */
    private static final long MOST_BYTES = 1 << 20;

    /**
     * The least number of bytes for which a transfer is measured. Smaller ones show the latency of a request, not the
     * bandwidth.
     */
    private static final long TELLING_BYTES = 16 << 10;

    private static final double KEPT = 0.75;

    private double nanosPerByte;

    /**
     * Adjusts the limit to the duration of a transfer.
     *
     * @param givenBytes the bytes that the holder was sending when the object was asked for, the object included
     * @param nanos the time until the object arrived
     */
    void measured(long givenBytes, long nanos) {
        if (givenBytes >= TELLING_BYTES) {
            double sample = Math.max(1, nanos) / (double) givenBytes;
            nanosPerByte = nanosPerByte == 0 ? sample : KEPT * nanosPerByte + (1 - KEPT) * sample;
        }
    }

    long bytes() {
        return nanosPerByte == 0 ? FIRST_BYTES : (long) Math.min(MOST_BYTES, HIDING_NANOS / nanosPerByte);
    }
}
