package org.moide.samples.programs.cg;

import java.util.Arrays;
import org.moide.engine.UsageException;
import org.moide.samples.programs.cg.market.MarketEntries;
import org.moide.samples.programs.cg.market.MarketFile;
import org.moide.samples.programs.cg.market.MarketHeader;

/**
 * A user's whole matrix, stored by rows, the entries of each row in the order of their columns. Both triangles are
 * stored. The matrix is square and symmetric with a positive diagonal. Whether it is positive definite turns out only
 * when the system is solved. Immutable.
 */
final class SystemMatrix {
    /**
     * The largest relative difference of two mirrored entries that count as equal. Entries that were computed one by
     * one may differ by rounding.
     */
    private static final double SAME = 1e-12;

    private static final long COLUMN_MASK = 0xffff_ffffL;

    private final String name;
    private final int[] rowStarts;
    private final int[] columns;
    private final double[] values;

    private SystemMatrix(String name, int[] rowStarts, int[] columns, double[] values) {
        this.name = name;
        this.rowStarts = rowStarts;
        this.columns = columns;
        this.values = values;
    }

    /**
     * Checks a file's size line before its entries are read.
     *
     * @param name the file's name, for errors
     * @throws UsageException if a matrix with this size line cannot be symmetric positive definite
     */
    static void check(String name, MarketHeader header) {
        if (header.rows() != header.columns()) {
            throw new UsageException(name + ": expected a square matrix, found " + header.rows() + " rows and "
                    + header.columns() + " columns");
        }
        if (header.mirror() < 0) {
            throw notDefinite(name, "it is skew-symmetric, with zeros on its diagonal");
        }
        // Also what keeps a wrong size line from asking for memory: no array is longer than what has been read.
        if (header.entries() < header.rows()) {
            throw notDefinite(
                    name,
                    "at least one diagonal entry is missing: " + header.rows() + " rows and " + header.entries()
                            + " entries");
        }
    }

    /**
     * Creates a matrix from the entries of a file.
     *
     * @throws UsageException if the matrix is not symmetric positive definite; the message says which entries show that
     */
    static SystemMatrix of(String name, MarketHeader header, MarketEntries entries) {
        check(name, header);
        if (entries.count() < header.rows()) {
            throw notDefinite(name, "at least one diagonal entry is 0: only " + entries.count() + " entries are not");
        }
        int[] rowStarts = rowStarts(name, header, entries);
        int all = rowStarts[header.rows()];
        int[] columns = new int[all];
        double[] values = new double[all];
        int[] cursors = rowStarts.clone();
        for (int entry = 0; entry < entries.count(); entry++) {
            int row = entries.row(entry);
            int column = entries.column(entry);
            put(columns, values, cursors[row]++, column, entries.value(entry));
            if (header.mirrored() && row != column) {
                put(columns, values, cursors[column]++, row, entries.value(entry));
            }
        }
        int used = order(rowStarts, columns, values);
        SystemMatrix matrix = new SystemMatrix(
                name,
                rowStarts,
                used < all ? Arrays.copyOf(columns, used) : columns,
                used < all ? Arrays.copyOf(values, used) : values);
        double[] diagonal = new double[header.rows()];
        for (int row = 0; row < header.rows(); row++) {
            diagonal[row] = matrix.diagonal(row);
        }
        for (int row = 0; row < header.rows(); row++) {
            matrix.checkRow(row, diagonal);
        }
        return matrix;
    }

    private static void put(int[] columns, double[] values, int at, int column, double value) {
        columns[at] = column;
        values[at] = value;
    }

    private static int[] rowStarts(String name, MarketHeader header, MarketEntries entries) {
        int[] counts = new int[header.rows() + 1];
        long all = 0;
        for (int entry = 0; entry < entries.count(); entry++) {
            int row = entries.row(entry);
            int column = entries.column(entry);
            counts[row]++;
            all++;
            if (header.mirrored() && row != column) {
                counts[column]++;
                all++;
            }
        }
        if (all > MarketFile.MOST_ENTRIES) {
            throw new UsageException(name + ": expected at most " + MarketFile.MOST_ENTRIES
                    + " entries in both triangles, found " + all);
        }
        int start = 0;
        for (int row = 0; row < counts.length; row++) {
            int count = counts[row];
            counts[row] = start;
            start += count;
        }
        return counts;
    }

    /**
     * Sorts the entries of each row by columns, and adds the values of entries at the same place. Returns the number of
     * entries that are left.
     */
    private static int order(int[] rowStarts, int[] columns, double[] values) {
        int to = 0;
        for (int row = 0; row + 1 < rowStarts.length; row++) {
            int begin = rowStarts[row];
            int count = rowStarts[row + 1] - begin;
            long[] keys = new long[count];
            double[] given = Arrays.copyOfRange(values, begin, begin + count);
            for (int i = 0; i < count; i++) {
                keys[i] = (long) i | (long) columns[begin + i] << Integer.SIZE;
            }
            Arrays.sort(keys);
            rowStarts[row] = to;
            for (long key : keys) {
                int column = (int) (key >>> Integer.SIZE);
                double value = given[(int) (key & COLUMN_MASK)];
                if (to > rowStarts[row] && columns[to - 1] == column) {
                    values[to - 1] += value;
                } else {
                    put(columns, values, to++, column, value);
                }
            }
        }
        rowStarts[rowStarts.length - 1] = to;
        return to;
    }

    private double diagonal(int row) {
        int diagonal = Arrays.binarySearch(columns, rowStarts[row], rowStarts[row + 1], row);
        if (diagonal < 0) {
            throw notDefinite(name, "the diagonal entry " + place(row, row) + " is missing");
        }
        if (values[diagonal] <= 0.0) {
            throw notDefinite(name, "the diagonal entry " + place(row, row) + " is " + values[diagonal]);
        }
        return values[diagonal];
    }

    /**
     * Checks one row: the matrix must be symmetric there, and each 2 × 2 matrix made of this row and another one, and
     * of the same two columns, must be positive definite.
     */
    private void checkRow(int row, double[] diagonal) {
        for (int k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
            int column = columns[k];
            int other = Arrays.binarySearch(columns, rowStarts[column], rowStarts[column + 1], row);
            double mirrored = other < 0 ? 0.0 : values[other];
            double larger = Math.max(Math.abs(values[k]), Math.abs(mirrored));
            if (Math.abs(values[k] - mirrored) > SAME * larger) {
                throw new UsageException(name + ": expected a symmetric matrix, found entry " + place(row, column)
                        + ", which is " + values[k] + ", while " + place(column, row)
                        + (other < 0 ? " is not there" : " is " + mirrored));
            }
            double root = Math.sqrt(diagonal[row]) * Math.sqrt(diagonal[column]);
            if (column != row && Math.abs(values[k]) >= root) {
                throw notDefinite(
                        name,
                        "entry " + place(row, column) + " is " + values[k] + ", not below " + root
                                + ", the root of the product of the diagonal entries of its row and column");
            }
        }
    }

    private static UsageException notDefinite(String name, String how) {
        return new UsageException(name + ": expected a symmetric positive definite matrix, but " + how);
    }

    private static String place(int row, int column) {
        return "(" + (row + 1) + "," + (column + 1) + ")";
    }

    int rows() {
        return rowStarts.length - 1;
    }

    /**
     * Returns the index of each row's first entry, followed by the number of all entries. The array must not be
     * changed.
     */
    int[] rowStarts() {
        return rowStarts;
    }

    /** Returns the column of each entry. The array must not be changed. */
    int[] columns() {
        return columns;
    }

    /** Returns the value of each entry. The array must not be changed. */
    double[] values() {
        return values;
    }
}
