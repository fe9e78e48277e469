package org.moide.coordinator.journal;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.moide.commlib.port.Signal;

/**
 * The time and the bytes for which a run keeps what comes in memory before it writes. Nobody resumes a run that is over
 * so soon.
 *
 * @param nanos how long the run holds back
 * @param bytes how many bytes it holds back at most
 */
public record Held(long nanos, long bytes) {
    public static final Held NOTHING = new Held(0, 0);

    /**
     * Blocks the writing thread for as long as it is to hold back what comes.
     *
     * @param changed signals a change of the other two
     * @param over whether there will be no more
     * @param queued how many bytes have come
     */
    public void await(Signal changed, BooleanSupplier over, LongSupplier queued) throws InterruptedException {
        if (nanos > 0) {
            changed.sleep(() -> over.getAsBoolean() || queued.getAsLong() > bytes, nanos);
        }
    }
}
