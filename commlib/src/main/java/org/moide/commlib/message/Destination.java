package org.moide.commlib.message;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;

/**
 * The destination of a message's elements as they come: their places in the receiver's array, or a scratch array, from
 * which each piece is joined with what is in its place as soon as it is complete.
 *
 * <p>Belongs to whoever brings in the message; one thread at a time. Joins may run on any thread.
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

    /** Makes a destination to which all elements go. */
    public static Destination at(Slice target) {
        return new Destination(target, null, (to, from) -> Elements.copy(from, to));
    }

    /**
     * Makes a destination in which all elements are joined with those that are there.
     *
     * @param scratch of the same type; a piece is no longer than this
     * @param join is given a part of {@code target}, and what has come for it, which may change afterwards
     */
    public static Destination joined(Slice target, Slice scratch, BiConsumer<Slice, Slice> join) {
        return new Destination(target, scratch, join);
    }

    /** The number of bytes that come. */
    public long bytes() {
        return target.bytes();
    }

    /** Takes all elements from where they are. */
    public void take(Slice all) {
        if (all.array() != target.array() || all.offset() != target.offset()) {
            join.accept(target, all);
        }
    }

    /** Takes a piece's bytes from where they are; offset and length are multiples of the element's. */
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
     * The place where the bytes of a piece go; followed by {@link #placed} when they are there.
     *
     * @throws IllegalArgumentException if it does not lie in what is expected, or is too long
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

    /** Says that the piece has come to its place. */
    public void placed(long offsetBytes, int bytes) {
        if (scratch != null) {
            Slice place = Elements.piece(target, offsetBytes, bytes);
            join.accept(place, scratch.part(0, place.length()));
        }
    }
}
