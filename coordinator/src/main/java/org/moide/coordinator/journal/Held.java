package org.moide.coordinator.journal;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.moide.commlib.port.Signal;

/**
 * The limits up to which a run holds back data before it writes to disk. A run that ends within these limits will not
 * be resumed, so the writes would be wasted.
 *
 * @param nanos the longest time for which data is held back
 * @param bytes the most bytes that are held back
 */
public record Held(long nanos, long bytes) {
    public static final Held NOTHING = new Held(0, 0);

    /**
     * Blocks the writing thread as long as data is to be held back.
     *
     * @param changed raised when one of the next two parameters has changed
     * @param over returns whether no further data will come
     * @param queued returns the number of bytes that wait to be written
     */
    public void await(Signal changed, BooleanSupplier over, LongSupplier queued) throws InterruptedException {
        if (nanos > 0) {
            changed.sleep(() -> over.getAsBoolean() || queued.getAsLong() > bytes, nanos);
        }
    }
}
