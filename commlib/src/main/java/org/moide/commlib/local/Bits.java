package org.moide.commlib.local;

import org.moide.commlib.Slice;

/** Single elements of any type as the bits of a long, which can be brought to a {@link Rendezvous}. */
public final class Bits {
    private Bits() {}

    /** The first element of a slice. */
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

    /** Sets the first element of a slice. */
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
