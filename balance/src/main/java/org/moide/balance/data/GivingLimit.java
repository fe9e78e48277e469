package org.moide.balance.data;

/**
 * The limit of the bytes that a member gives at a time, or one object: further askers wait, since meanwhile others will
 * have it. That is what a line carries in some milliseconds, as measured, enough to hide the way of an answer. On a
 * slow line it is one object: two that share the line come no sooner than the second of them would alone, and the first
 * could have been given on by then.
 */
final class GivingLimit {
    /** The time that hides a question and its answer: many times what they take. */
    private static final double HIDING_NANOS = 10e6;

    /** The limit until something is measured: large objects one after the other, small ones together. */
    private static final long FIRST_BYTES = 128 << 10;

    /** The bytes that a gigabit carries in that time; on faster lines the ways are shorter too. */
    private static final long MOST_BYTES = 1 << 20;

    /** Less says how long a request takes, not how fast bytes come. */
    private static final long TELLING_BYTES = 16 << 10;

    private static final double KEPT = 0.75;

    private double nanosPerByte;

    /** A member had so many bytes given when an object was asked of it, which has come after this time. */
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
