package org.moide.commlib.rmi;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that a process has taken for arrays whose bytes were promised and have not all come. Bounded for all peers
 * together: whoever promises much and sends nothing gets no more. Any thread.
 */
final class Claims {
    /** Four arrays of 8 MiB, from as many peers at once. */
    private static final long MOST_BYTES = 32L << 20;

    private final AtomicLong taken = new AtomicLong();

    /** True if there is room for this many bytes, which are to be given back. */
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
