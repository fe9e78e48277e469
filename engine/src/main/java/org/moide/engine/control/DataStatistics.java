package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.data.DataTotals;

/**
 * The use of data objects by one engine in a run.
 *
 * @param store how many objects were brought, found in place and dropped
 * @param given how many whole objects this engine gave to others
 * @param givenBytes the bytes that this engine gave to others, also of objects that did not arrive whole
 * @param spilled how many objects went to disk when they were dropped
 * @param spilledBytes the bytes of these
 * @param readBack how many objects came back from disk
 * @param recomputed how many the application made again here
 */
public record DataStatistics(
        DataTotals store, long given, long givenBytes, long spilled, long spilledBytes, long readBack, long recomputed)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The statistics of an engine that had no data objects. */
    public static final DataStatistics NONE = new DataStatistics(DataTotals.NONE, 0, 0, 0, 0, 0, 0);

    /** Returns the sum of both, as {@link DataTotals#plus} does. */
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
