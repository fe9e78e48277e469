package org.moide.commlib.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import org.moide.commlib.Slice;

/**
 * Copies elements between primitive arrays and byte arrays, little-endian. It uses no {@code ByteBuffer}: shared
 * memory is a buffer of another class, and if the JIT compiler meets two classes in the same code, it recompiles the
 * code again and again (six times for the code that reads a ring).
 */
final class ArrayBytes {
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);
    private static final VarHandle FLOATS = view(float[].class);
    private static final VarHandle DOUBLES = view(double[].class);

    private ArrayBytes() {}

    private static VarHandle view(Class<?> arrayClass) {
        return MethodHandles.byteArrayViewVarHandle(arrayClass, ByteOrder.LITTLE_ENDIAN);
    }

    /** Fills a slice from bytes; {@code at} is the first byte's index. */
    static void get(byte[] from, int at, Slice into) {
        Object array = into.array();
        int offset = into.offset();
        int length = into.length();
        Objects.checkFromIndexSize(at, into.bytes(), from.length);
        switch (into.type()) {
            case BYTE -> System.arraycopy(from, at, array, offset, length);
            case INT -> getInts(from, at, (int[]) array, offset, length);
            case LONG -> getLongs(from, at, (long[]) array, offset, length);
            case FLOAT -> getFloats(from, at, (float[]) array, offset, length);
            case DOUBLE -> getDoubles(from, at, (double[]) array, offset, length);
        }
    }

    private static void getInts(byte[] from, int at, int[] array, int offset, int length) {
        for (int i = 0; i < length; i++) {
            array[offset + i] = (int) INTS.get(from, at + i * Integer.BYTES);
        }
    }

    private static void getLongs(byte[] from, int at, long[] array, int offset, int length) {
        for (int i = 0; i < length; i++) {
            array[offset + i] = (long) LONGS.get(from, at + i * Long.BYTES);
        }
    }

    private static void getFloats(byte[] from, int at, float[] array, int offset, int length) {
        for (int i = 0; i < length; i++) {
            array[offset + i] = (float) FLOATS.get(from, at + i * Float.BYTES);
        }
    }

    private static void getDoubles(byte[] from, int at, double[] array, int offset, int length) {
        for (int i = 0; i < length; i++) {
            array[offset + i] = (double) DOUBLES.get(from, at + i * Double.BYTES);
        }
    }

    /** Copies a slice to bytes; {@code at} is the first byte's index. */
    static void put(Slice from, byte[] to, int at) {
        Object array = from.array();
        int offset = from.offset();
        int length = from.length();
        Objects.checkFromIndexSize(at, from.bytes(), to.length);
        switch (from.type()) {
            case BYTE -> System.arraycopy(array, offset, to, at, length);
            case INT -> putInts(to, at, (int[]) array, offset, length);
            case LONG -> putLongs(to, at, (long[]) array, offset, length);
            case FLOAT -> putFloats(to, at, (float[]) array, offset, length);
            case DOUBLE -> putDoubles(to, at, (double[]) array, offset, length);
        }
    }

    private static void putInts(byte[] to, int at, int[] array, int offset, int length) {
        for (int i = 0; i < length; i++) {
            INTS.set(to, at + i * Integer.BYTES, array[offset + i]);
        }
    }

    private static void putLongs(byte[] to, int at, long[] array, int offset, int length) {
        for (int i = 0; i < length; i++) {
            LONGS.set(to, at + i * Long.BYTES, array[offset + i]);
        }
    }

    private static void putFloats(byte[] to, int at, float[] array, int offset, int length) {
        for (int i = 0; i < length; i++) {
            FLOATS.set(to, at + i * Float.BYTES, array[offset + i]);
        }
    }

    private static void putDoubles(byte[] to, int at, double[] array, int offset, int length) {
        for (int i = 0; i < length; i++) {
            DOUBLES.set(to, at + i * Double.BYTES, array[offset + i]);
        }
    }
}
