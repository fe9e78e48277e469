package org.moide.commlib.sim;

/**
 * What lies between simulated nodes, plugged into a {@link Network}: how long a message takes, and what else becomes of it. Used
 * by whoever lets events happen.
 *
 * @param <N> what tells nodes apart
 */
public interface Wires<N> {
    /** How long a message of so many bytes takes that is sent now, in nanoseconds; asked once for each. */
    long nanos(N from, N to, long bytes);

    /** Whether nothing gets through; asked when a message is sent, and again when it would arrive. */
    default boolean isCut(N from, N to) {
        return false;
    }

    /** How often a message that is sent now arrives: not at all if it is lost, twice if it is doubled. */
    default int copies(N from, N to) {
        return 1;
    }
}
