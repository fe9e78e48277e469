package org.moide.commlib;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A range of elements of a primitive array, from which CommLib sends and into which it receives without an extra
 * copy. The array still belongs to the caller.
 *
 * @param array an array of one of {@link ElementType}'s types
 * @param offset index of the first element
 * @param length number of elements
 */
public record Slice(Object array, int offset, int length) {
    public Slice {
        ElementType.of(array);
        Objects.checkFromIndexSize(offset, length, Array.getLength(array));
    }

    /** Returns a slice of all elements of {@code array}. */
    public static Slice of(Object array) {
        return new Slice(array, 0, Array.getLength(array));
    }

    /** Returns a slice of {@code length} elements of {@code array}, from index {@code offset} on. */
    public static Slice of(Object array, int offset, int length) {
        return new Slice(array, offset, length);
    }

    public ElementType type() {
        return ElementType.of(array);
    }

    /** Returns the size of these elements in bytes; it may exceed 2 GiB. */
    public long bytes() {
        return (long) length * type().bytes();
    }

    /** Returns a slice of {@code count} elements of this slice, from its element {@code from} on. */
    public Slice part(int from, int count) {
        Objects.checkFromIndexSize(from, count, length);
        return new Slice(array, offset + from, count);
    }

    /**
     * Fills this slice from little-endian bytes.
     *
     * @param at the index of the first byte in {@code from}
     */
    public void fill(ByteBuffer from, int at) {
        type().get(from, at, array, offset, length);
    }

    /**
     * Copies this slice to little-endian bytes.
     *
     * @param at the index of the first byte in {@code to}
     */
    public void copyTo(ByteBuffer to, int at) {
        type().put(to, at, array, offset, length);
    }
}
