package org.moide.commlib.sim;

import java.util.random.RandomGenerator;

/**
 * The time that a message takes where nothing goes wrong.
 *
 * @param minimumNanos on its way, whatever its length
 * @param maximumNanos drawn evenly between both, so messages overtake each other
 * @param bytesPerSecond what its length adds
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

    /** The time that one message takes on its way, whatever its length. */
    public long onTheWay(RandomGenerator chance) {
        return minimumNanos + chance.nextLong(maximumNanos - minimumNanos + 1);
    }

    /** The time that this many bytes take until the last of them is on its way. */
    public long onTheLine(long bytes) {
        return (long) (bytes / bytesPerSecond * NANOS_PER_SECOND);
    }
}
