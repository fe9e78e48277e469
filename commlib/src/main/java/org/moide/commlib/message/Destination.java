package org.moide.commlib.message;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;

/**
 * The destination of a message's elements as they arrive. Either they go directly to the receiver's array, or each
 * piece goes to a scratch array and is combined with the receiver's elements as soon as it is complete.
 *
 * <p>It belongs to the code that fetches the message; one thread uses it at a time. Combinations may run on any
 * thread.
 */
public final class Destination {
    private final Slice target;
    private final @Nullable Slice scratch;
    private final BiConsumer<Slice, Slice> join;

    private Destination(Slice target, @Nullable Slice scratch, BiConsumer<Slice, Slice> join) {
        this.target = target;
        this.scratch = scratch;
        this.join = join;
    }

    /** Creates a destination that stores all elements in {@code target}. */
    public static Destination at(Slice target) {
        return new Destination(target, null, (to, from) -> Elements.copy(from, to));
    }

    /**
     * Creates a destination that combines all elements with those of {@code target}.
     *
     * @param scratch a slice of the same type; no piece is longer than it
     * @param join combines a part of {@code target} with the elements that have arrived for it; both arrays may change
     * after the call
     */
    public static Destination joined(Slice target, Slice scratch, BiConsumer<Slice, Slice> join) {
        return new Destination(target, scratch, join);
    }

    /** Returns the number of bytes that this destination expects. */
    public long bytes() {
        return target.bytes();
    }

    /** Takes all elements of the message from another slice. */
    public void take(Slice all) {
        if (all.array() != target.array() || all.offset() != target.offset()) {
            join.accept(target, all);
        }
    }

    /** Takes the bytes of a piece; offset and length are multiples of the element size. */
    public void take(byte[] encoded, long offsetBytes) {
        int longest = scratch == null ? encoded.length : (int) Math.min(encoded.length, scratch.bytes());
        int done = 0;
        while (done < encoded.length) {
            int bytes = Math.min(longest, encoded.length - done);
            Elements.fill(place(offsetBytes + done, bytes), encoded, done);
            placed(offsetBytes + done, bytes);
            done += bytes;
        }
    }

    /**
     * Returns the slice to which the caller must copy a piece; it then calls {@link #placed}.
     *
     * @throws IllegalArgumentException if the piece lies outside of the message or is too long
     */
    public Slice place(long offsetBytes, int bytes) {
        Slice place = Elements.piece(target, offsetBytes, bytes);
        if (scratch == null) {
            return place;
        }
        if (bytes > scratch.bytes()) {
            throw new IllegalArgumentException(
                    "expected a piece of at most " + scratch.bytes() + " bytes, found " + bytes);
        }
        return scratch.part(0, place.length());
    }

    /**
     * Notes that a piece of the message has been copied to its {@link #place}. A reduction merges it into the target
     * now, before the rest of the message has come.
     *
     * @param offsetBytes where the piece begins in the message
     * @param bytes the length of the piece
     */
    public void placed(long offsetBytes, int bytes) {
        if (scratch != null) {
            Slice place = Elements.piece(target, offsetBytes, bytes);
            join.accept(place, scratch.part(0, place.length()));
        }
    }
}
