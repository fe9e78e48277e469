package org.moide.balance.data;

import java.io.Serializable;

/**
 * What a store has done so far.
 *
 * @param hits objects that a class needed and that were here, or on their way, already
 * @param fetched objects that were brought here, as often as they were
 * @param fetchedBytes the bytes of these
 * @param dropped objects that were forgotten because their room was needed
 * @param mostBytes the most bytes that were here, or had been given room, at once
 */
public record DataTotals(long hits, long fetched, long fetchedBytes, long dropped, long mostBytes)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Of a store that was not used. */
    public static final DataTotals NONE = new DataTotals(0, 0, 0, 0, 0);

    /** Both together; the most bytes are those of the fuller one. */
    public DataTotals plus(DataTotals other) {
        return new DataTotals(
                hits + other.hits,
                fetched + other.fetched,
                fetchedBytes + other.fetchedBytes,
                dropped + other.dropped,
                Math.max(mostBytes, other.mostBytes));
    }
}
