package org.moide.samples.programs.matmul;

import java.util.SplittableRandom;

/** A square matrix of small whole numbers. Immutable. */
final class Matrix {
    /** Elements are from −this to this. */
    static final int LARGEST = 99;

    private final int[][] rows;

    /** The matrix that a seed stands for, so that nobody has to send it. */
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

    /** Rows {@code from} to {@code to} − 1 of this times {@code other}, row after row. */
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

    /** Multiplies this by a vector. */
    long[] times(long[] vector) {
        long[] product = new long[size()];
        for (int row = 0; row < size(); row++) {
            product[row] = dot(rows[row], 0, vector);
        }
        return product;
    }

    /** A row that begins at {@code offset}, times a vector. */
    static long dot(int[] row, int offset, long[] vector) {
        long sum = 0;
        for (int column = 0; column < vector.length; column++) {
            sum += row[offset + column] * vector[column];
        }
        return sum;
    }
}
