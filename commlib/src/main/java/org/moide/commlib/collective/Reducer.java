package org.moide.commlib.collective;

import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/** Combines arrays, position by position. Whole numbers wrap around; a minimum or maximum with NaN is NaN. */
final class Reducer {
    private Reducer() {}

    /**
     * Replaces each element of {@code left} by its combination with the element of {@code right}. Both slices have the
     * same length and type.
     */
    static void join(Slice left, Slice right, Reduction reduction) {
        int n = left.length();
        int from = left.offset();
        int other = right.offset();
        switch (left.type()) {
            case BYTE -> bytes((byte[]) left.array(), from, (byte[]) right.array(), other, n, reduction);
            case INT -> ints((int[]) left.array(), from, (int[]) right.array(), other, n, reduction);
            case LONG -> longs((long[]) left.array(), from, (long[]) right.array(), other, n, reduction);
            case FLOAT -> floats((float[]) left.array(), from, (float[]) right.array(), other, n, reduction);
            case DOUBLE -> doubles((double[]) left.array(), from, (double[]) right.array(), other, n, reduction);
        }
    }

    private static void bytes(byte[] a, int i, byte[] b, int j, int n, Reduction reduction) {
        for (int k = 0; k < n; k++) {
            byte left = a[i + k];
            byte right = b[j + k];
            a[i + k] = switch (reduction) {
                case SUM -> (byte) (left + right);
                case PRODUCT -> (byte) (left * right);
                case MINIMUM -> left < right ? left : right;
                case MAXIMUM -> left > right ? left : right;
            };
        }
    }

    private static void ints(int[] a, int i, int[] b, int j, int n, Reduction reduction) {
        switch (reduction) {
            case SUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] += b[j + k];
                }
            }
            case PRODUCT -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] *= b[j + k];
                }
            }
            case MINIMUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] = Math.min(a[i + k], b[j + k]);
                }
            }
            case MAXIMUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] = Math.max(a[i + k], b[j + k]);
                }
            }
        }
    }

    private static void longs(long[] a, int i, long[] b, int j, int n, Reduction reduction) {
        switch (reduction) {
            case SUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] += b[j + k];
                }
            }
            case PRODUCT -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] *= b[j + k];
                }
            }
            case MINIMUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] = Math.min(a[i + k], b[j + k]);
                }
            }
            case MAXIMUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] = Math.max(a[i + k], b[j + k]);
                }
            }
        }
    }

    private static void floats(float[] a, int i, float[] b, int j, int n, Reduction reduction) {
        switch (reduction) {
            case SUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] += b[j + k];
                }
            }
            case PRODUCT -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] *= b[j + k];
                }
            }
            case MINIMUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] = Math.min(a[i + k], b[j + k]);
                }
            }
            case MAXIMUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] = Math.max(a[i + k], b[j + k]);
                }
            }
        }
    }

    private static void doubles(double[] a, int i, double[] b, int j, int n, Reduction reduction) {
        switch (reduction) {
            case SUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] += b[j + k];
                }
            }
            case PRODUCT -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] *= b[j + k];
                }
            }
            case MINIMUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] = Math.min(a[i + k], b[j + k]);
                }
            }
            case MAXIMUM -> {
                for (int k = 0; k < n; k++) {
                    a[i + k] = Math.max(a[i + k], b[j + k]);
                }
            }
        }
    }
}
