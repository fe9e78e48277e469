package org.moide.commlib.message;

import org.moide.commlib.Slice;

/**
 * Conversion of primitive arrays to and from bytes. The bytes are little-endian, like nearly every processor, so that
 * the conversion is a plain copy.
 */
public final class Elements {
    private Elements() {}

    public static byte[] encode(Slice data) {
        return encode(data, 0, Math.toIntExact(data.bytes()));
    }

    /** Encodes all elements of {@code data} into an array of as many bytes as they have, and returns that array. */
    public static byte[] encode(Slice data, byte[] into) {
        ArrayBytes.put(data, into, 0);
        return into;
    }

    /** Encodes a piece of {@code data}; offset and length are multiples of the element size. */
    public static byte[] encode(Slice data, long offsetBytes, int bytes) {
        byte[] encoded = new byte[bytes];
        ArrayBytes.put(piece(data, offsetBytes, bytes), encoded, 0);
        return encoded;
    }

    /**
     * Decodes bytes and stores them in {@code target} from {@code offsetBytes} on: the reverse of {@link #encode(Slice,
     * long, int)}.
     */
    public static void decode(byte[] encoded, Slice target, long offsetBytes) {
        ArrayBytes.get(encoded, 0, piece(target, offsetBytes, encoded.length));
    }

    /** Fills all of {@code target} from bytes; {@code at} is the first byte's index. */
    public static void fill(Slice target, byte[] from, int at) {
        ArrayBytes.get(from, at, target);
    }

    /** Returns a piece of {@code data}; offset and length are multiples of the element size. */
    public static Slice piece(Slice data, long offsetBytes, int bytes) {
        int each = data.type().bytes();
        if (offsetBytes % each != 0 || bytes % each != 0) {
            throw new IllegalArgumentException("expected a piece of whole elements of " + each + " bytes, found offset "
                    + offsetBytes + " and length " + bytes);
        }
        return data.part(Math.toIntExact(offsetBytes / each), bytes / each);
    }

    /** Copies all of {@code from} to the start of {@code to}. */
    public static void copy(Slice from, Slice to) {
        System.arraycopy(from.array(), from.offset(), to.array(), to.offset(), from.length());
    }
}
