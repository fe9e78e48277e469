package org.moide.engine.data;

import java.util.concurrent.atomic.LongAdder;
import org.moide.balance.data.DataTotals;
import org.moide.engine.control.DataStatistics;

/** Counts what an engine does with data objects, except what its {@code DataStore} counts. Any thread. */
final class DataCounts {
    private final LongAdder given = new LongAdder();
    private final LongAdder givenBytes = new LongAdder();
    private final LongAdder spilled = new LongAdder();
    private final LongAdder spilledBytes = new LongAdder();
    private final LongAdder readBack = new LongAdder();
    private final LongAdder recomputed = new LongAdder();

    /**
     * Counts bytes that were sent to another member.
     *
     * @param whole whether these bytes complete the object
     */
    void gave(int bytes, boolean whole) {
        givenBytes.add(bytes);
        given.add(whole ? 1 : 0);
    }

    void spilled(int bytes) {
        spilled.increment();
        spilledBytes.add(bytes);
    }

    void readBack() {
        readBack.increment();
    }

    void recomputed() {
        recomputed.increment();
    }

    /** Returns these counts together with the counts of the store. */
    DataStatistics with(DataTotals store) {
        return new DataStatistics(
                store,
                given.sum(),
                givenBytes.sum(),
                spilled.sum(),
                spilledBytes.sum(),
                readBack.sum(),
                recomputed.sum());
    }
}
