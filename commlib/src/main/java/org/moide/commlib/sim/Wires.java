package org.moide.commlib.sim;

/**
 * The wires between simulated nodes, which a {@link Network} uses: how long a message takes, and whether it is lost or
 * duplicated. Used by the thread that runs events.
 *
 * @param <N> identifies nodes
 */
public interface Wires<N> {
    /** Returns how long a message takes that is sent now, in nanoseconds. Called once for each copy of a message. */
    long nanos(N from, N to, long bytes);

    /** Returns whether no message gets through. Called when a message is sent, and again when it would arrive. */
    default boolean isCut(N from, N to) {
        return false;
    }

    /** Returns how often a message that is sent now arrives: 0 if it is lost, 2 if it is duplicated. */
    default int copies(N from, N to) {
        return 1;
    }
}
