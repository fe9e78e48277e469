package org.moide.samples.programs.matmul;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Multiplies rows by a matrix, block by block. A block consists of some columns of some of the matrix's rows. It is
 * copied, and stays in the second-level cache while all rows of the task are multiplied by it. Four rows are multiplied
 * by four rows of the block at a time, so each number that is loaded is used four times. The JIT compiler turns the
 * loop over the columns into vector instructions. The sums of a block's columns are complete when all rows of the
 * matrix have been multiplied, and are then passed on. So no memory for the whole product is needed. Any thread may use
 * it.
 */
final class Blocks {
    /**
     * The length of a row of a block. With its header of 16 bytes such an array takes 48 cache lines, so arrays that
     * are allocated one after the other have the same alignment to cache lines. The compiled loop aligns itself to one
     * of the arrays that it uses, and is then aligned to all of them.
     */
    private static final int LENGTH = 382;

    /**
     * The index of the first column in an array. The compiled loop handles this one element by itself, and is then at
     * the beginning of a cache line.
     */
    private static final int FRONT = 5;

    /**
     * The number of doubles in a cache line. The compiled loop handles elements after the last whole line one by one.
     */
    private static final int LINE = 8;

    /** The number of columns in a block. */
    static final int WIDTH = LENGTH - FRONT;

    /**
     * The number of rows in a block. A block of so many rows takes three eighths of a MiB. A block of twice that size
     * may not fit into the second-level cache, depending on where its pages are in memory.
     */
    static final int DEPTH = 128;

    /** The least number of multiplications for which it is worthwhile to spend a millisecond on aligning the arrays. */
    private static final long MANY = 1L << 27;

    private static final int FOUR = 4;

    private final int rows;
    private final int columns;
    private final RowSource elements;

    /** The arrays that were used for earlier multiplications, to be used for later ones. Their sums are 0. */
    private final Queue<Panels> spare = new ConcurrentLinkedQueue<>();

    /** Takes the elements of the product as they are completed. */
    @FunctionalInterface
    interface Sink {
        /**
         * Takes some complete elements of a row. Each element is passed once.
         *
         * @param row the row of the product, from 0
         * @param column the column of the first element
         * @param elements an array with the elements; the caller uses it again
         * @param at the index of the first element in the array
         */
        void take(int row, int column, int width, double[] elements, int at);
    }

    /** Creates the multiplication by a matrix. */
    Blocks(Shape shape, RowSource elements) {
        this.rows = shape.rows();
        this.columns = shape.columns();
        this.elements = elements;
    }

    /**
     * Multiplies rows by the matrix. Each element of the product is summed with {@link Math#fma} over the rows of the
     * matrix, in their order.
     *
     * @param count the number of rows
     * @param left these rows, one after the other; each has as many elements as the matrix has rows
     * @param product takes as many rows, each as long as the matrix's rows
     */
    void times(int count, double[] left, Sink product) {
        int blocks = (columns + WIDTH - 1) / WIDTH;
        int most = (columns + blocks - 1) / blocks; // in the last block there are hardly fewer
        int end = FRONT + 1 + (most - 1 + LINE - 1) / LINE * LINE;
        Panels panels = panels(count, end);
        double[][] arrays = panels.arrays();
        for (int column = 0; column < columns; column += most) {
            int width = Math.min(most, columns - column);
            for (int from = 0; from < rows; from += DEPTH) {
                int depth = Math.min(DEPTH, rows - from);
                for (int row = 0; row < depth; row++) {
                    elements.copy((from + row) * columns + column, arrays[row], FRONT, width);
                }
                for (int row = 0; row < count; row += FOUR) {
                    add(arrays, end, row, count, depth, left, row * rows + from);
                }
            }
            for (int row = 0; row < count; row++) {
                product.take(row, column, width, arrays[DEPTH + row], FRONT);
                Arrays.fill(arrays[DEPTH + row], 0);
            }
        }
        spare.add(panels);
    }

    /** Runs the code that {@link #times} uses for large matrices, so that the JIT compiler compiles it. */
    static void warmUpPanels() {
        new Panels(1, LENGTH, LENGTH).align();
    }

    /**
     * Returns arrays for a block, followed by arrays for sums; the sums are 0.
     *
     * @param count the number of rows that are multiplied
     */
    private Panels panels(int count, int end) {
        Panels before = spare.poll();
        Panels panels = before == null || before.arrays().length < DEPTH + count
                ? new Panels(DEPTH + count, LENGTH, end)
                : before;
        if ((long) rows * columns * count >= MANY) {
            panels.align();
        }
        return panels;
    }

    /**
     * Adds products to four sums, or to fewer if fewer are left.
     *
     * @param sum the index of the first of these sums
     * @param count the number of all sums
     */
    private void add(double[][] arrays, int end, int sum, int count, int depth, double[] left, int first) {
        int row = 0;
        for (; sum + FOUR <= count && row + FOUR <= depth; row += FOUR) {
            addFour(arrays, end, DEPTH + sum, row, left, first + row, rows);
        }
        int some = Math.min(FOUR, count - sum);
        for (; row < depth; row++) {
            for (int each = 0; each < some; each++) {
                addOne(arrays[row], end, left[first + each * rows + row], arrays[DEPTH + sum + each]);
            }
        }
    }

    private static void addOne(double[] row, int end, double factor, double[] sum) {
        for (int column = FRONT; column < end; column++) {
            sum[column] = Math.fma(factor, row[column], sum[column]);
        }
    }

    /** Adds the products of four rows with four factors each to four sums. */
    static void addFour(double[][] arrays, int end, int sum, int row, double[] left, int first, int stride) {
        double[] sum0 = arrays[sum];
        double[] sum1 = arrays[sum + 1];
        double[] sum2 = arrays[sum + 2];
        double[] sum3 = arrays[sum + 3];
        double[] row0 = arrays[row];
        double[] row1 = arrays[row + 1];
        double[] row2 = arrays[row + 2];
        double[] row3 = arrays[row + 3];
        int second = first + stride;
        int third = second + stride;
        int fourth = third + stride;
        double a0 = left[first];
        double a1 = left[first + 1];
        double a2 = left[first + 2];
        double a3 = left[first + 3];
        double b0 = left[second];
        double b1 = left[second + 1];
        double b2 = left[second + 2];
        double b3 = left[second + 3];
        double c0 = left[third];
        double c1 = left[third + 1];
        double c2 = left[third + 2];
        double c3 = left[third + 3];
        double d0 = left[fourth];
        double d1 = left[fourth + 1];
        double d2 = left[fourth + 2];
        double d3 = left[fourth + 3];
        for (int column = FRONT; column < end; column++) {
            double x0 = row0[column];
            double x1 = row1[column];
            double x2 = row2[column];
            double x3 = row3[column];
            sum0[column] = Math.fma(a3, x3, Math.fma(a2, x2, Math.fma(a1, x1, Math.fma(a0, x0, sum0[column]))));
            sum1[column] = Math.fma(b3, x3, Math.fma(b2, x2, Math.fma(b1, x1, Math.fma(b0, x0, sum1[column]))));
            sum2[column] = Math.fma(c3, x3, Math.fma(c2, x2, Math.fma(c1, x1, Math.fma(c0, x0, sum2[column]))));
            sum3[column] = Math.fma(d3, x3, Math.fma(d2, x2, Math.fma(d1, x1, Math.fma(d0, x0, sum3[column]))));
        }
    }
}
