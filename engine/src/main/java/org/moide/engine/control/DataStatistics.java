package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.data.DataTotals;

/**
 * Counts of what one engine did with data objects in a run.
 *
 * @param store how many objects were fetched, found in memory and dropped
 * @param given how many objects this engine sent to other engines completely
 * @param givenBytes the bytes that this engine sent to other engines, including incomplete objects
 * @param spilled how many objects were written to disk when memory was full
 * @param spilledBytes the bytes of the objects written to disk
 * @param readBack how many objects were read back from disk
 * @param recomputed how many objects the application computed again on this engine
 */
public record DataStatistics(
        DataTotals store, long given, long givenBytes, long spilled, long spilledBytes, long readBack, long recomputed)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final DataStatistics NONE = new DataStatistics(DataTotals.NONE, 0, 0, 0, 0, 0, 0);

    /** Returns the sums of these counts and the other counts, combined as in {@link DataTotals#plus}. */
    public DataStatistics plus(DataStatistics other) {
        return new DataStatistics(
                store.plus(other.store),
                given + other.given,
                givenBytes + other.givenBytes,
                spilled + other.spilled,
                spilledBytes + other.spilledBytes,
                readBack + other.readBack,
                recomputed + other.recomputed);
    }
}
