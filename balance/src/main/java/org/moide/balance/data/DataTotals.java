package org.moide.balance.data;

import java.io.Serializable;

/**
 * Totals of a {@link DataStore} since its start.
 *
 * @param hits objects that a class needed and that were already here or on their way
 * @param fetched objects transferred to this engine; one that is fetched again counts again
 * @param fromRoot those of {@code fetched} that came from the root
 * @param dropped objects dropped to make room
 * @param mostBytes the highest number of bytes kept or reserved at once
 * @param comingNanos time during which tasks waited for objects on their way, times the number of threads
 * @param waitedNanos the part of {@code comingNanos} in which threads had nothing to do
 */
public record DataTotals(
        long hits,
        long fetched,
        long fetchedBytes,
        long fromRoot,
        long fromRootBytes,
        long dropped,
        long mostBytes,
        long comingNanos,
        long waitedNanos)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The totals of a store that has fetched and kept nothing. */
    public static final DataTotals NONE = new DataTotals(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns the sums of two stores' totals; for {@code mostBytes}, the larger of the two values. */
    public DataTotals plus(DataTotals other) {
        return new DataTotals(
                hits + other.hits,
                fetched + other.fetched,
                fetchedBytes + other.fetchedBytes,
                fromRoot + other.fromRoot,
                fromRootBytes + other.fromRootBytes,
                dropped + other.dropped,
                Math.max(mostBytes, other.mostBytes),
                comingNanos + other.comingNanos,
                waitedNanos + other.waitedNanos);
    }

    /**
     * Returns the share of the transfer time that was hidden behind computing, from 0 to 1; 1 if nothing was
     * transferred.
     */
    public double hiddenShare() {
        return comingNanos == 0 ? 1 : Math.max(0, 1 - (double) waitedNanos / comingNanos);
    }
}
