package org.moide.samples.programs.cg.market;

import java.util.Arrays;

/**
 * The entries of a matrix in the order of the file, with rows and columns counted from 0. Used by one thread until it
 * is complete, then by any.
 */
public final class MarketEntries {
    private static final int FIRST_LENGTH = 1 << 12;

    private final int most;
    private int[] rows;
    private int[] columns;
    private double[] values;
    private int count;

    /**
     * Creates an empty list of entries.
     *
     * @param most the number of entries according to the file's size line; the arrays grow with the entries that are
     *     read, up to this number
     */
    MarketEntries(int most) {
        this.most = most;
        int length = Math.min(most, FIRST_LENGTH);
        rows = new int[length];
        columns = new int[length];
        values = new double[length];
    }

    void add(int row, int column, double value) {
        if (count == rows.length) {
            int length = (int) Math.min(most, 2L * count);
            rows = Arrays.copyOf(rows, length);
            columns = Arrays.copyOf(columns, length);
            values = Arrays.copyOf(values, length);
        }
        rows[count] = row;
        columns[count] = column;
        values[count] = value;
        count++;
    }

    public int count() {
        return count;
    }

    public int row(int entry) {
        return rows[entry];
    }

    public int column(int entry) {
        return columns[entry];
    }

    public double value(int entry) {
        return values[entry];
    }
}
