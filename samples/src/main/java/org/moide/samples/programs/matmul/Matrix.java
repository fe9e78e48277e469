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
        int[] product = new int[(to - from) * size];
        // A row of the other matrix serves all rows of the block while it is in the cache.
        for (int k = 0; k < size; k++) {
            int[] second = other.rows[k];
            for (int row = from; row < to; row++) {
                addMultiple(product, (row - from) * size, rows[row][k], second);
            }
        }
        return product;
    }

    private static void addMultiple(int[] sum, int offset, int factor, int[] row) {
        for (int column = 0; column < row.length; column++) {
            sum[offset + column] += factor * row[column];
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
