package org.moide.samples.programs.matmul;

import java.util.SplittableRandom;

/** A square matrix of small whole numbers. Immutable. */
final class Matrix {
    /** The largest element; elements are from −99 to 99. */
    static final int LARGEST = 99;

    private final int[][] rows;

    /** Creates the matrix that a seed determines. Every engine can make it, so it need not be sent. */
    Matrix(int size, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        rows = new int[size][size];
        for (int[] row : rows) {
            for (int column = 0; column < size; column++) {
                row[column] = random.nextInt(-LARGEST, LARGEST + 1);
            }
        }
    }

    int size() {
        return rows.length;
    }

    int at(int row, int column) {
        return rows[row][column];
    }

    /**
     * Multiplies the rows {@code from} to {@code to} − 1 of this matrix by {@code other}. Returns these rows of the
     * product, row after row.
     */
    int[] times(Matrix other, int from, int to) {
        int size = size();
        int[][] sums = new int[to - from][size];
        // Rows of the other matrix serve all rows of the block while they are in the cache.
        int k = 0;
        for (; k + 3 < size; k += 4) {
            for (int row = from; row < to; row++) {
                addFourMultiples(sums[row - from], rows[row], other.rows, k);
            }
        }
        for (; k < size; k++) {
            for (int row = from; row < to; row++) {
                addMultiple(sums[row - from], rows[row][k], other.rows[k]);
            }
        }
        int[] product = new int[(to - from) * size];
        for (int row = 0; row < sums.length; row++) {
            System.arraycopy(sums[row], 0, product, row * size, size);
        }
        return product;
    }

    /**
     * Adds four rows, each multiplied by its factor, so that the sum is read and written once for all. The JIT compiler
     * computes many columns at once, because all arrays have the same index.
     */
    private static void addFourMultiples(int[] sum, int[] factors, int[][] rows, int first) {
        int factor0 = factors[first];
        int factor1 = factors[first + 1];
        int factor2 = factors[first + 2];
        int factor3 = factors[first + 3];
        int[] row0 = rows[first];
        int[] row1 = rows[first + 1];
        int[] row2 = rows[first + 2];
        int[] row3 = rows[first + 3];
        for (int column = 0; column < sum.length; column++) {
            sum[column] +=
                    factor0 * row0[column] + factor1 * row1[column] + factor2 * row2[column] + factor3 * row3[column];
        }
    }

    private static void addMultiple(int[] sum, int factor, int[] row) {
        for (int column = 0; column < sum.length; column++) {
            sum[column] += factor * row[column];
        }
    }

    /** Returns this matrix times a vector. */
    long[] times(long[] vector) {
        long[] product = new long[size()];
        for (int row = 0; row < size(); row++) {
            product[row] = dot(rows[row], 0, vector);
        }
        return product;
    }

    /** Returns the product of a vector and the row that begins at {@code offset}. */
    static long dot(int[] row, int offset, long[] vector) {
        long sum = 0;
        for (int column = 0; column < vector.length; column++) {
            sum += row[offset + column] * vector[column];
        }
        return sum;
    }
}
