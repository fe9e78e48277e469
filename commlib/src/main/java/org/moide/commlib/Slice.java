package org.moide.commlib;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A run of elements of a primitive array: what CommLib's primitives send from and receive into, without a copy that
 * nobody asked for. The array stays the caller's own.
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

    /** The whole of {@code array}. */
    public static Slice of(Object array) {
        return new Slice(array, 0, Array.getLength(array));
    }

    /** {@code length} elements of {@code array} from {@code offset} on. */
    public static Slice of(Object array, int offset, int length) {
        return new Slice(array, offset, length);
    }

    public ElementType type() {
        return ElementType.of(array);
    }

    /** The size of these elements in bytes; may exceed 2 GiB. */
    public long bytes() {
        return (long) length * type().bytes();
    }

    /** {@code count} elements from the {@code from}-th of this slice on. */
    public Slice part(int from, int count) {
        Objects.checkFromIndexSize(from, count, length);
        return new Slice(array, offset + from, count);
    }

    /**
     * Fills this slice from bytes, little-endian.
     *
     * @param at the index of the first byte in {@code from}
     */
    public void fill(ByteBuffer from, int at) {
        type().get(from, at, array, offset, length);
    }

    /**
     * Copies this slice to bytes, little-endian.
     *
     * @param at the index of the first byte in {@code to}
     */
    public void copyTo(ByteBuffer to, int at) {
        type().put(to, at, array, offset, length);
    }
}
