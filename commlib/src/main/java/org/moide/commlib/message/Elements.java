package org.moide.commlib.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.moide.commlib.Slice;

/** Primitive arrays as bulk bytes, always little-endian: what nearly every processor has, so that it is a plain copy. */
final class Elements {
    private Elements() {}

    static byte[] encode(Slice data) {
        return encode(data, 0, Math.toIntExact(data.bytes()));
    }

    /** A piece of {@code data}'s bytes; offset and length are multiples of the element's. */
    static byte[] encode(Slice data, long offsetBytes, int bytes) {
        Slice piece = piece(data, offsetBytes, bytes);
        byte[] encoded = new byte[bytes];
        ByteBuffer buffer = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
        int from = piece.offset();
        int length = piece.length();
        switch (piece.type()) {
            case BYTE -> buffer.put((byte[]) piece.array(), from, length);
            case INT -> buffer.asIntBuffer().put((int[]) piece.array(), from, length);
            case LONG -> buffer.asLongBuffer().put((long[]) piece.array(), from, length);
            case FLOAT -> buffer.asFloatBuffer().put((float[]) piece.array(), from, length);
            case DOUBLE -> buffer.asDoubleBuffer().put((double[]) piece.array(), from, length);
        }
        return encoded;
    }

    /** The reverse of {@link #encode(Slice, long, int)}: fills a piece of {@code target}. */
    static void decode(byte[] encoded, Slice target, long offsetBytes) {
        Slice piece = piece(target, offsetBytes, encoded.length);
        ByteBuffer buffer = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
        int to = piece.offset();
        int length = piece.length();
        switch (piece.type()) {
            case BYTE -> buffer.get((byte[]) piece.array(), to, length);
            case INT -> buffer.asIntBuffer().get((int[]) piece.array(), to, length);
            case LONG -> buffer.asLongBuffer().get((long[]) piece.array(), to, length);
            case FLOAT -> buffer.asFloatBuffer().get((float[]) piece.array(), to, length);
            case DOUBLE -> buffer.asDoubleBuffer().get((double[]) piece.array(), to, length);
        }
    }

    private static Slice piece(Slice data, long offsetBytes, int bytes) {
        int each = data.type().bytes();
        if (offsetBytes % each != 0 || bytes % each != 0) {
            throw new IllegalArgumentException("expected a piece of whole elements of " + each + " bytes, found offset "
                    + offsetBytes + " and length " + bytes);
        }
        return data.part(Math.toIntExact(offsetBytes / each), bytes / each);
    }

    /** Copies all of {@code from} to the start of {@code to}. */
    static void copy(Slice from, Slice to) {
        System.arraycopy(from.array(), from.offset(), to.array(), to.offset(), from.length());
    }
}
