package org.moide.samples.programs.matmul;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A matrix, and what multiplies rows by it, block by block: some columns of some of its rows are copied together, where
 * they stay in the second cache while all rows of the task go by. Four rows are multiplied by four of its rows at a
 * time, so of each number that is fetched four are made. The loop over the columns is one that the JIT makes vector
 * instructions of. The sums of a block's columns stay where they are made until all rows of this have been multiplied,
 * and are handed out then: nobody needs room for the whole product. Any thread.
 */
final class Blocks {
    /**
     * The length of a row of a block. With its 16 bytes in front an array of so many takes 48 lines of the cache, so
     * arrays that are made one after the other begin at the same place within a line: the JIT's loop aligns one of
     * them, and with it all.
     */
    private static final int LENGTH = 382;

    /** The place where the columns begin: the loop runs once, and is at the beginning of a line then. */
    private static final int FRONT = 5;

    /** Numbers in a line of the cache: what comes after the last whole one would be done one by one. */
    private static final int LINE = 8;

    /** Columns of a block. */
    static final int WIDTH = LENGTH - FRONT;

    /**
     * Rows of a block: three eighths of a MiB. Where pages lie in memory, one of twice as much may not find room in the
     * second cache.
     */
    static final int DEPTH = 128;

    /** Multiplications for which it is worth a millisecond to look where arrays begin. */
    private static final long MANY = 1L << 27;

    private static final int FOUR = 4;

    private final int rows;
    private final int columns;
    private final RowSource elements;

    /** Arrays of a thread that has multiplied, for others; sums are 0. */
    private final Queue<Panels> spare = new ConcurrentLinkedQueue<>();

    /** A sink for the product. */
    @FunctionalInterface
    interface Sink {
        /**
         * Takes some elements of a row that are done. Each comes once.
         *
         * @param row of the product, from 0
         * @param column of the first
         * @param elements not to be kept
         * @param at where the first is in these
         */
        void take(int row, int column, int width, double[] elements, int at);
    }

    /** A matrix. */
    Blocks(Shape shape, RowSource elements) {
        this.rows = shape.rows();
        this.columns = shape.columns();
        this.elements = elements;
    }

    /**
     * Multiplies. Each element is a sum by {@link Math#fma} over the rows of this, in their order.
     *
     * @param count how many rows
     * @param left these rows, each as long as this has rows, row after row
     * @param product given as many rows, each as long as those of this
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

    /** Runs what {@link #times} does of large matrices. */
    static void warmUpPanels() {
        new Panels(1, LENGTH, LENGTH).align();
    }

    /** Makes panels for a block and, after it, sums, which are 0. */
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
     * Adds to four sums, or to those that are left.
     *
     * @param sum the first of these
     * @param count of all sums
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

    /** Adds four rows times four factors to each of four sums. */
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
