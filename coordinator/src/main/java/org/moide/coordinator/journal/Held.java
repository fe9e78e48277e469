package org.moide.coordinator.journal;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.moide.commlib.port.Signal;

/**
 * What a run keeps in memory at first and writes later, since nobody goes on with a run that is over so soon.
 *
 * @param nanos how long
 * @param bytes how much at most
 */
public record Held(long nanos, long bytes) {
    /** Nothing. */
    public static final Held NOTHING = new Held(0, 0);

    /**
     * Blocks the thread that writes for as long as it is to hold what comes.
     *
     * @param changed raised when one of these changes
     * @param over whether there will be no more
     * @param queued how many bytes have come
     */
    public void await(Signal changed, BooleanSupplier over, LongSupplier queued) throws InterruptedException {
        if (nanos > 0) {
            changed.sleep(() -> over.getAsBoolean() || queued.getAsLong() > bytes, nanos);
        }
    }
}
