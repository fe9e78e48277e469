package org.moide.commlib.contract;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;

/** Arrays whose contents can be told from a number. */
final class Data {
    private Data() {}

    static final int MEBIBYTE = 1 << 20;

    /** Elements that depend on the seed and their place; whole numbers below 100, so that sums are exact in every type. */
    static Object array(ElementType type, int length, long seed) {
        Object array = type.newArray(length);
        if (array instanceof double[] doubles) {
            Arrays.setAll(doubles, i -> element(seed, i));
        } else if (array instanceof int[] ints) {
            Arrays.setAll(ints, i -> element(seed, i));
        } else if (array instanceof long[] longs) {
            Arrays.setAll(longs, i -> element(seed, i));
        } else if (array instanceof float[] floats) {
            for (int i = 0; i < length; i++) {
                floats[i] = element(seed, i);
            }
        } else if (array instanceof byte[] bytes) {
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) element(seed, i);
            }
        }
        return array;
    }

    private static int element(long seed, int index) {
        long mixed = (seed * 0x9E3779B97F4A7C15L + index) * 6364136223846793005L;
        return (int) ((mixed >>> 33) % 100);
    }

    /** Without reflection, which costs more than all else that a test of long arrays does. */
    static void set(Object array, int index, long value) {
        if (array instanceof double[] doubles) {
            doubles[index] = value;
        } else if (array instanceof int[] ints) {
            ints[index] = (int) value;
        } else if (array instanceof long[] longs) {
            longs[index] = value;
        } else if (array instanceof float[] floats) {
            floats[index] = value;
        } else {
            ((byte[]) array)[index] = (byte) value;
        }
    }

    /** The sum of the arrays of seeds {@code from} to {@code to} − 1. */
    static Object sum(ElementType type, int length, int from, int to) {
        Object sum = array(type, length, from);
        for (int seed = from + 1; seed < to; seed++) {
            Object next = array(type, length, seed);
            for (int i = 0; i < length; i++) {
                set(sum, i, (long) (get(sum, i) + get(next, i)));
            }
        }
        return sum;
    }

    static double get(Object array, int index) {
        if (array instanceof double[] doubles) {
            return doubles[index];
        } else if (array instanceof int[] ints) {
            return ints[index];
        } else if (array instanceof long[] longs) {
            return longs[index];
        } else if (array instanceof float[] floats) {
            return floats[index];
        }
        return ((byte[]) array)[index];
    }

    /** Fails if the slice does not hold the same as {@code expected}. */
    static void assertSame(Slice found, Object expected, String where) {
        Object piece = found.type().newArray(found.length());
        System.arraycopy(found.array(), found.offset(), piece, 0, found.length());
        if (!equal(piece, expected)) {
            throw new AssertionError(where + ": expected " + tell(expected) + ", found " + tell(piece));
        }
    }

    /** Fails if an element is not this. */
    static void assertFilled(double[] found, double value, String where) {
        double[] expected = new double[found.length];
        Arrays.fill(expected, value);
        assertSame(Slice.of(found), expected, where);
    }

    static boolean equal(Object left, Object right) {
        return Arrays.deepEquals(new Object[] {left}, new Object[] {right});
    }

    private static String tell(Object array) {
        StringBuilder text = new StringBuilder(ElementType.of(array) + "[" + Array.getLength(array) + "]");
        for (int i = 0; i < Math.min(8, Array.getLength(array)); i++) {
            text.append(' ').append(get(array, i));
        }
        return text.toString();
    }
}
