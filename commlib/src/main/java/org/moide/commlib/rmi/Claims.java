package org.moide.commlib.rmi;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that this process has allocated for arrays that peers announced and have not sent completely. It is
 * bounded for all peers together, so a peer that announces much and sends nothing gets no more. Any thread may call
 * it.
 */
final class Claims {
    /** The limit: four arrays of 8 MiB, from as many peers at once. */
    private static final long MOST_BYTES = 32L << 20;

    private final AtomicLong taken = new AtomicLong();

    /**
     * Reserves memory and returns true; the caller must then call {@link #giveBack}. If that would exceed the limit,
     * reserves none and returns false.
     */
    boolean take(long bytes) {
        if (taken.addAndGet(bytes) <= MOST_BYTES) {
            return true;
        }
        giveBack(bytes);
        return false;
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }
}
