package org.moide.commlib.message;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Byte arrays that are reused for messages. To fill a new array of 32 KiB takes five to nine times as long as to fill
 * one that a processor has just used, since new memory is not in the cache and must be cleared first.
 *
 * <p>A caller that gives an array back must have the only reference to it. An array that is never given back becomes
 * garbage.
 *
 * <p><b>Threads.</b> Any; never blocks.
 */
public final class SpareArrays {
    /** The least length of an array that is kept for reuse; the heap provides shorter arrays as fast. */
    private static final int LEAST_BYTES = 512;

    /**
     * The greatest number of arrays that are kept: about as many as messages of medium length are sent to a few engines
     * before an acknowledgement arrives.
     */
    private static final int MOST = 16;

    private final AtomicReferenceArray<byte @Nullable []> spare = new AtomicReferenceArray<>(MOST);
    private final AtomicInteger next = new AtomicInteger();

    /** Returns a reused or new array of exactly this length; its content does not matter. */
    public byte[] take(int bytes) {
        for (int place = 0; place < MOST && bytes >= LEAST_BYTES; place++) {
            byte[] found = spare.get(place);
            if (found != null && found.length == bytes && spare.compareAndSet(place, found, null)) {
                return found;
            }
        }
        return new byte[bytes];
    }

    /**
     * Gives back the array of a sent envelope, if the envelope contains elements. The caller must have the only
     * reference to that array.
     */
    public void giveBack(Envelope sent) {
        if (sent.message() instanceof Envelope.Eager eager && eager.content().elements() != null) {
            giveBack(eager.bytes());
        }
    }

    /**
     * Gives an array back. If the pool is full, the array replaces another one, whose length may no longer be needed.
     */
    public void giveBack(byte[] array) {
        if (array.length < LEAST_BYTES) {
            return;
        }
        for (int place = 0; place < MOST; place++) {
            if (spare.compareAndSet(place, null, array)) {
                return;
            }
        }
        spare.set(Math.floorMod(next.getAndIncrement(), MOST), array);
    }
}
