package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.data.DataTotals;

/**
 * What one engine did with data objects in a run.
 *
 * @param store what was brought, found in place and dropped
 * @param given how many whole objects others were given from here
 * @param givenBytes bytes that others were given, of objects that did not arrive whole too
 * @param spilled dropped objects that went to disk
 * @param spilledBytes the bytes of these
 * @param readBack how many objects came back from disk
 * @param recomputed how many the application made again here
 */
public record DataStatistics(
        DataTotals store, long given, long givenBytes, long spilled, long spilledBytes, long readBack, long recomputed)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Of an engine that had none. */
    public static final DataStatistics NONE = new DataStatistics(DataTotals.NONE, 0, 0, 0, 0, 0, 0);

    /** Both together, as {@link DataTotals#plus}. */
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
