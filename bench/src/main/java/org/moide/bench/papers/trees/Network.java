package org.moide.bench.papers.trees;

/**
 * Lines between engines, as those of {@code moide simulate}.
 *
 * @param latencyNanos of a message
 * @param bytesPerNano what an engine can send, and receive
 * @param handlingNanos what a message costs a control thread
 */
record Network(long latencyNanos, double bytesPerNano, long handlingNanos) {
    /** A message of so many bytes, until it is handled. */
    long nanos(long bytes) {
        return latencyNanos + handlingNanos + (long) (bytes / bytesPerNano);
    }

    /** All members learn what all say, of so many bytes, in steps between pairs. */
    long allNanos(int members, long bytes) {
        int steps = 32 - Integer.numberOfLeadingZeros(members - 1);
        return steps * nanos(bytes);
    }
}
