package org.moide.commlib.sim;

/**
 * The wires between simulated nodes, plugged into a {@link Network}: how long a message takes, and what else becomes of
 * it. Used by whoever lets events happen.
 *
 * @param <N> what tells nodes apart
 */
public interface Wires<N> {
    /** The time that a message of this many bytes takes that is sent now, in nanoseconds; asked once for each. */
    long nanos(N from, N to, long bytes);

    /** Returns whether nothing gets through; asked when a message is sent, and again when it would arrive. */
    default boolean isCut(N from, N to) {
        return false;
    }

    /**
     * The number of times that a message that is sent now arrives: not at all if it is lost, twice if it is doubled.
     */
    default int copies(N from, N to) {
        return 1;
    }
}
