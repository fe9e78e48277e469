package org.moide.commlib.sim;

import java.util.random.RandomGenerator;

/**
 * The time that a message takes in a network without faults: a random latency, and a part that depends on its length.
 *
 * @param minimumNanos the least latency
 * @param maximumNanos the greatest latency; it is drawn evenly between both, so messages can overtake each other
 * @param bytesPerSecond the bandwidth of a sender's line
 */
public record Latency(long minimumNanos, long maximumNanos, double bytesPerSecond) {
    private static final double NANOS_PER_SECOND = 1e9;

    public Latency {
        if (minimumNanos < 0 || maximumNanos < minimumNanos) {
            throw new IllegalArgumentException("expected latencies 0 <= minimum <= maximum, found " + minimumNanos
                    + " ns and " + maximumNanos + " ns");
        }
        if (!(bytesPerSecond >= 1) || Double.isInfinite(bytesPerSecond)) {
            throw new IllegalArgumentException("expected at least 1 byte per second, found " + bytesPerSecond);
        }
    }

    /** Draws the latency of one message. */
    public long onTheWay(RandomGenerator chance) {
        return minimumNanos + chance.nextLong(maximumNanos - minimumNanos + 1);
    }

    /** Returns the time that a sender's line needs to send this many bytes. */
    public long onTheLine(long bytes) {
        return (long) (bytes / bytesPerSecond * NANOS_PER_SECOND);
    }
}
