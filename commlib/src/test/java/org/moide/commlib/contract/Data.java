package org.moide.commlib.contract;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import org.moide.commlib.ElementType;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/** Makes and checks arrays whose contents follow from a seed. */
final class Data {
    private Data() {}

    static final int MEBIBYTE = 1 << 20;

    /**
     * Returns elements that depend on the seed and their index: whole numbers below 100, so that sums are exact in
     * every type.
     */
    static Object array(ElementType type, int length, long seed) {
        Object array = type.newArray(length);
        fill(array, i -> element(seed, i));
        return array;
    }

    private static int element(long seed, int index) {
        long mixed = (seed * 0x9E3779B97F4A7C15L + index) * 6364136223846793005L;
        return (int) (((mixed >>> 33) * 100) >>> 31); // divisions are slow
    }

    /** Returns the arrays of seeds {@code from} to {@code to} − 1, combined element by element. */
    static Object joined(ElementType type, int length, long from, long to, Reduction reduction) {
        Object result = array(type, length, from);
        for (long seed = from + 1; seed < to; seed++) {
            join(result, array(type, length, seed), reduction);
        }
        return result;
    }

    /**
     * Combines {@code next} into {@code result}. Each type has its own loop, since this is most of the time of tests
     * with long arrays.
     */
    static void join(Object result, Object next, Reduction reduction) {
        LongBinaryOperator joining = joining(reduction);
        if (result instanceof double[] doubles) {
            double[] others = (double[]) next;
            for (int i = 0; i < doubles.length; i++) {
                doubles[i] = joining.applyAsLong((long) doubles[i], (long) others[i]);
            }
        } else if (result instanceof int[] ints) {
            int[] others = (int[]) next;
            for (int i = 0; i < ints.length; i++) {
                ints[i] = (int) joining.applyAsLong(ints[i], others[i]);
            }
        } else if (result instanceof long[] longs) {
            long[] others = (long[]) next;
            for (int i = 0; i < longs.length; i++) {
                longs[i] = joining.applyAsLong(longs[i], others[i]);
            }
        } else if (result instanceof float[] floats) {
            float[] others = (float[]) next;
            for (int i = 0; i < floats.length; i++) {
                floats[i] = joining.applyAsLong((long) floats[i], (long) others[i]);
            }
        } else {
            byte[] bytes = (byte[]) result;
            byte[] others = (byte[]) next;
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) joining.applyAsLong(bytes[i], others[i]);
            }
        }
    }

    private static LongBinaryOperator joining(Reduction reduction) {
        return switch (reduction) {
            case SUM -> Long::sum;
            case PRODUCT -> (left, right) -> left * right;
            case MINIMUM -> Math::min;
            case MAXIMUM -> Math::max;
        };
    }

    /** Sets every element of a primitive array to the value for its index. */
    static void fill(Object array, IntUnaryOperator values) {
        if (array instanceof double[] doubles) {
            for (int i = 0; i < doubles.length; i++) {
                doubles[i] = values.applyAsInt(i);
            }
        } else if (array instanceof int[] ints) {
            for (int i = 0; i < ints.length; i++) {
                ints[i] = values.applyAsInt(i);
            }
        } else if (array instanceof long[] longs) {
            for (int i = 0; i < longs.length; i++) {
                longs[i] = values.applyAsInt(i);
            }
        } else if (array instanceof float[] floats) {
            for (int i = 0; i < floats.length; i++) {
                floats[i] = values.applyAsInt(i);
            }
        } else {
            byte[] bytes = (byte[]) array;
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) values.applyAsInt(i);
            }
        }
    }

    /** Fails if the slice differs from {@code expected}. */
    static void assertSame(Slice found, Object expected, String where) {
        Object piece = found.type().newArray(found.length());
        System.arraycopy(found.array(), found.offset(), piece, 0, found.length());
        if (!equal(piece, expected)) {
            throw new AssertionError(where + ": expected " + tell(expected) + ", found " + tell(piece));
        }
    }

    /** Fails if an element differs from {@code value}. */
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
            text.append(' ').append(Array.get(array, i));
        }
        return text.toString();
    }
}
