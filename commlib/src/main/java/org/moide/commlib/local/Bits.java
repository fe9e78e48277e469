package org.moide.commlib.local;

import org.moide.commlib.Slice;

/**
 * Conversion of single elements of any type to and from the bits of a long, in which form threads exchange them at a
 * {@link Rendezvous}.
 */
public final class Bits {
    private Bits() {}

    /** Returns the first element of a slice as bits. */
    public static long of(Slice data) {
        int at = data.offset();
        return switch (data.type()) {
            case BYTE -> ((byte[]) data.array())[at];
            case INT -> ((int[]) data.array())[at];
            case LONG -> ((long[]) data.array())[at];
            case FLOAT -> Float.floatToRawIntBits(((float[]) data.array())[at]);
            case DOUBLE -> Double.doubleToRawLongBits(((double[]) data.array())[at]);
        };
    }

    /** Sets the first element of a slice from bits. */
    public static void put(Slice data, long bits) {
        int at = data.offset();
        switch (data.type()) {
            case BYTE -> ((byte[]) data.array())[at] = (byte) bits;
            case INT -> ((int[]) data.array())[at] = (int) bits;
            case LONG -> ((long[]) data.array())[at] = bits;
            case FLOAT -> ((float[]) data.array())[at] = Float.intBitsToFloat((int) bits);
            case DOUBLE -> ((double[]) data.array())[at] = Double.longBitsToDouble(bits);
        }
    }
}
