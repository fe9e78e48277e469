package org.moide.samples.programs.matmul;

import java.util.Arrays;

/**
 * A matrix cut into panels of some columns, each row of a panel an array of its own, and what multiplies rows by it: four rows by four of
 * its rows at a time, so that of each number that is fetched four are made. The loop over the columns is one that the JIT makes
 * vector instructions of. Immutable; any thread.
 */
final class Panels {
    /**
     * Columns of a panel. With its 16 bytes in front such an array takes 32 lines of the cache, so those that are made one after the other
     * begin at the same place within a line: the JIT's loop aligns one of them, and with it all.
     */
    static final int WIDTH = 254;

    /** Rows of a panel that stay in the second cache while all rows of a block go by: half a MiB. */
    private static final int DEPTH = 256;

    private final int rows;
    private final int columns;
    private final double[][][] panels;

    /**
     * Cuts a matrix.
     *
     * @param elements row after row
     */
    Panels(Shape shape, double[] elements) {
        this.rows = shape.rows();
        this.columns = shape.columns();
        this.panels = new double[(columns + WIDTH - 1) / WIDTH][rows][];
        for (int panel = 0; panel < panels.length; panel++) {
            int first = panel * WIDTH;
            int width = Math.min(WIDTH, columns - first);
            for (int row = 0; row < rows; row++) {
                double[] part = new double[WIDTH];
                System.arraycopy(elements, row * columns + first, part, 0, width);
                panels[panel][row] = part;
            }
        }
    }

    /**
     * Multiplies.
     *
     * @param count how many rows
     * @param left these rows, each as long as this has rows, row after row
     * @return as many rows, each as long as those of this, row after row
     */
    double[] times(int count, double[] left) {
        double[] product = new double[count * columns];
        double[][] sums = new double[count][WIDTH];
        for (int panel = 0; panel < panels.length; panel++) {
            for (double[] sum : sums) {
                Arrays.fill(sum, 0.0);
            }
            for (int from = 0; from < rows; from += DEPTH) {
                add(panels[panel], from, Math.min(rows, from + DEPTH), count, left, sums);
            }
            int width = Math.min(WIDTH, columns - panel * WIDTH);
            for (int row = 0; row < count; row++) {
                System.arraycopy(sums[row], 0, product, row * columns + panel * WIDTH, width);
            }
        }
        return product;
    }

    private void add(double[][] panel, int from, int to, int count, double[] left, double[][] sums) {
        int row = 0;
        for (; row + 4 <= count; row += 4) {
            int at = from;
            for (; at + 4 <= to; at += 4) {
                addFour(panel, at, left, row * rows + at, rows, sums, row);
            }
            for (; at < to; at++) {
                for (int one = row; one < row + 4; one++) {
                    addOne(panel[at], left[one * rows + at], sums[one]);
                }
            }
        }
        for (; row < count; row++) {
            for (int at = from; at < to; at++) {
                addOne(panel[at], left[row * rows + at], sums[row]);
            }
        }
    }

    private static void addOne(double[] row, double factor, double[] sum) {
        for (int column = 0; column < WIDTH; column++) {
            sum[column] = Math.fma(factor, row[column], sum[column]);
        }
    }

    /** Adds four rows times four factors to each of four sums. */
    private static void addFour(
            double[][] panel, int at, double[] left, int first, int stride, double[][] sums, int row) {
        double[] row0 = panel[at];
        double[] row1 = panel[at + 1];
        double[] row2 = panel[at + 2];
        double[] row3 = panel[at + 3];
        double[] sum0 = sums[row];
        double[] sum1 = sums[row + 1];
        double[] sum2 = sums[row + 2];
        double[] sum3 = sums[row + 3];
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
        for (int column = 0; column < WIDTH; column++) {
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
