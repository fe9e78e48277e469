package org.moide.balance.data;

import java.io.Serializable;

/**
 * The totals of a store so far.
 *
 * @param hits objects that a class needed and that were here, or on their way, already
 * @param fetched objects that were brought here, as often as they were
 * @param fetchedBytes the bytes of these
 * @param fromRoot how many of them came from the root, and not from another member
 * @param fromRootBytes the bytes of these
 * @param dropped objects that were forgotten because their room was needed
 * @param mostBytes the most bytes that were here, or had been given room, at once
 * @param comingNanos for how long objects were on their way that tasks waited for, times the engine's threads
 * @param waitedNanos for how long its threads had nothing to do in that time
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

    /** The totals of a store that was not used. */
    public static final DataTotals NONE = new DataTotals(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Adds both together; the most bytes are those of the fuller one. */
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

    /** The part of the transfers' time in which threads computed: what was hidden behind computing; 1 if nothing came. */
    public double hiddenShare() {
        return comingNanos == 0 ? 1 : Math.max(0, 1 - (double) waitedNanos / comingNanos);
    }
}
