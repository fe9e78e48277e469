package org.moide.commlib.message;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Arrays for the bytes of messages, used again: a new one of 32 KiB takes five to nine times as long to fill as one
 * that a processor has just had, since its memory is cold and has to be cleared first.
 *
 * <p>Whoever gives an array back is the only one that has it. One that is never given back is garbage like any other.
 *
 * <p><b>Threads.</b> Any; never blocks.
 */
public final class SpareArrays {
    /** Shorter ones come from the heap as fast. */
    private static final int LEAST_BYTES = 512;

    /**
     * The most arrays kept: as many messages of middle length as go to some engines before an acknowledgement comes.
     */
    private static final int MOST = 16;

    private final AtomicReferenceArray<byte @Nullable []> spare = new AtomicReferenceArray<>(MOST);
    private final AtomicInteger next = new AtomicInteger();

    /** An array of this length; what is in it is of no meaning. */
    public byte[] take(int bytes) {
        for (int place = 0; place < MOST && bytes >= LEAST_BYTES; place++) {
            byte[] found = spare.get(place);
            if (found != null && found.length == bytes && spare.compareAndSet(place, found, null)) {
                return found;
            }
        }
        return new byte[bytes];
    }

    /** Keeps the array of elements that were sent, of which nobody has this copy any more. */
    public void giveBack(Envelope sent) {
        if (sent.message() instanceof Envelope.Eager eager && eager.content().elements() != null) {
            giveBack(eager.bytes());
        }
    }

    /** Keeps an array for later, maybe in the place of another, whose length may not be wanted any more. */
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
