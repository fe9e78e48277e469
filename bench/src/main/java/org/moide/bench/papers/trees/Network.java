package org.moide.bench.papers.trees;

/**
 * The network between simulated engines, with the same model as {@code moide simulate}.
 *
 * @param latencyNanos the latency of a message
 * @param bytesPerNano the bandwidth of an engine in each direction
 * @param handlingNanos the control thread's time for a message
 */
record Network(long latencyNanos, double bytesPerNano, long handlingNanos) {
    /** Returns the time until a message of this length is handled. */
    long nanos(long bytes) {
        return latencyNanos + handlingNanos + (long) (bytes / bytesPerNano);
    }

    /**
     * Returns the time in which each of {@code members} engines learns this many bytes of all others, in pairwise
     * steps.
     */
    long allNanos(int members, long bytes) {
        int steps = 32 - Integer.numberOfLeadingZeros(members - 1);
        return steps * nanos(bytes);
    }
}
