package org.moide.coordinator.journal;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.moide.commlib.port.Signal;

/**
 * The limits up to which a run holds back data before it writes to disk. A run that ends within these limits is never
 * resumed, so writing its data would be a waste of time.
 *
 * @param nanos the greatest number of nanoseconds for which data is held back
 * @param bytes the greatest number of bytes that are held back
 */
public record Held(long nanos, long bytes) {
    public static final Held NOTHING = new Held(0, 0);

    /**
     * Blocks the calling thread, which writes to disk, as long as data is to be held back.
     *
     * @param changed the signal that is raised whenever the result of {@code over} or {@code queued} has changed
     * @param over returns whether all data has come, so that there is no reason to wait
     * @param queued returns the number of bytes that wait to be written
     */
    public void await(Signal changed, BooleanSupplier over, LongSupplier queued) throws InterruptedException {
        if (nanos > 0) {
            changed.sleep(() -> over.getAsBoolean() || queued.getAsLong() > bytes, nanos);
        }
    }
}
