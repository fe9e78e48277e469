package org.moide.samples.programs.cg.matrix;

import java.util.Arrays;

/**
 * A block of the benchmark's matrix or of a user's matrix: some of its rows and columns, stored by rows. Columns are
 * counted from the block's first column.
 *
 * <p>The benchmark's matrix is Σ ratioⁱ·vᵢ·vᵢᵀ over the {@link SparseVectors}, with {@code CONDITION − shift} added on
 * the diagonal. A block is built from the sequence of vectors alone, in two passes (count, then fill), so that no
 * process ever holds the whole matrix. Immutable once built; any thread may multiply with it.
 *
 * <p>A multiplication reads all elements from memory, so columns are stored as numbers of only two bytes: the columns
 * are divided into panels of {@value #PANEL_COLUMNS}, a row is stored panel by panel, and columns are counted from the
 * panel's first one. A user's matrix with more columns than a panel has keeps numbers of four bytes, since its rows may
 * have fewer elements than there are panels.
 */
public final class SparseMatrix {
    /** The most elements, which is the longest array that every JVM can make. */
    private static final long MOST_ELEMENTS = Integer.MAX_VALUE - 8L;

    /** The number of columns in a panel, as many as two bytes can count. */
    private static final int PANEL_COLUMNS = 1 << Character.SIZE;

    private final int rows;
    private final int panels;

    /** The index of the first element of each panel of each row, followed by the number of all elements. */
    private final int[] starts;

    /** The column of each element, counted from its panel's first column; empty if {@code wideColumns} is used. */
    private final char[] columns;

    private final int[] wideColumns;
    private final double[] values;

    /**
     * Creates a user's matrix from its rows.
     *
     * @param rowStarts the index of each row's first element, followed by the number of all elements; no array may be
     *     changed afterwards
     */
    public SparseMatrix(int[] rowStarts, int[] columns, double[] values) {
        this(rowStarts, columns, values, 1);
    }

    private SparseMatrix(int[] rowStarts, int[] columns, double[] values, int panels) {
        this.rows = rowStarts.length - 1;
        this.panels = panels;
        this.values = values;
        this.starts = panels == 1 ? rowStarts : panelStarts(rowStarts, columns, panels);
        boolean narrow = panels > 1 || mostOf(columns, rowStarts[rows]) < PANEL_COLUMNS;
        this.columns = narrow ? narrowed(columns, rowStarts[rows]) : new char[0];
        this.wideColumns = narrow ? new int[0] : columns;
    }

    private static int mostOf(int[] columns, int elements) {
        int most = 0;
        for (int k = 0; k < elements; k++) {
            most = Math.max(most, columns[k]);
        }
        return most;
    }

    /** Returns the columns as numbers of two bytes, each counted from the first column of its panel. */
    private static char[] narrowed(int[] columns, int elements) {
        char[] narrow = new char[elements];
        for (int k = 0; k < elements; k++) {
            narrow[k] = (char) columns[k];
        }
        return narrow;
    }

    private static int[] panelStarts(int[] rowStarts, int[] columns, int panels) {
        int rows = rowStarts.length - 1;
        int[] starts = new int[checkedTotal((long) rows * panels + 1)];
        int k = 0;
        for (int row = 0; row < rows; row++) {
            for (int panel = 0; panel < panels; panel++) {
                starts[row * panels + panel] = k;
                while (k < rowStarts[row + 1] && columns[k] / PANEL_COLUMNS == panel) {
                    k++;
                }
            }
        }
        starts[rows * panels] = k;
        return starts;
    }

    /** Builds a block of the benchmark's matrix of a class. */
    public static SparseMatrix build(ProblemClass problem, Block block) {
        return build(problem.pattern(), block);
    }

    /**
     * Builds a block, in time proportional to the matrix's order and memory proportional to the block.
     *
     * @throws IllegalStateException if the block has more elements than an array can hold
     */
    static SparseMatrix build(Pattern pattern, Block block) {
        int[] cursors = countRows(pattern, block);
        int total = toStarts(cursors);
        int[] columns = new int[total];
        double[] values = new double[total];
        int[] rowStarts = cursors.clone();
        fill(pattern, block, cursors, columns, values);
        return compacted(block, rowStarts, columns, values);
    }

    private static int[] countRows(Pattern pattern, Block block) {
        int[] counts = new int[block.rows() + 1];
        SparseVectors vectors = new SparseVectors(pattern);
        while (vectors.next() < pattern.order()) {
            vectors.advance();
            int inColumns = 0;
            for (int k = 0; k < vectors.size(); k++) {
                inColumns += block.hasColumn(vectors.position(k)) ? 1 : 0;
            }
            for (int k = 0; k < vectors.size(); k++) {
                if (block.hasRow(vectors.position(k))) {
                    counts[vectors.position(k) - block.firstRow()] += inColumns;
                }
            }
        }
        return counts;
    }

    /**
     * Replaces the count of each row's elements by the index of its first element, and the last entry by the total
     * number. Returns the total.
     */
    private static int toStarts(int[] counts) {
        long total = 0;
        for (int row = 0; row < counts.length; row++) {
            int count = counts[row];
            counts[row] = (int) Math.min(total, Integer.MAX_VALUE);
            total += count;
        }
        return checkedTotal(total);
    }

    /**
     * Checks a number of elements, and returns it as an int.
     *
     * @throws IllegalStateException if no array can hold this number of elements
     */
    static int checkedTotal(long elements) {
        if (elements > MOST_ELEMENTS) {
            throw new IllegalStateException("a thread's part of the matrix has " + elements + " elements, at most "
                    + MOST_ELEMENTS + " fit: use more engines or threads");
        }
        return (int) elements;
    }

    private static void fill(Pattern pattern, Block block, int[] cursors, int[] columns, double[] values) {
        SparseVectors vectors = new SparseVectors(pattern);
        while (vectors.next() < pattern.order()) {
            vectors.advance();
            for (int k = 0; k < vectors.size(); k++) {
                int row = vectors.position(k);
                if (block.hasRow(row)) {
                    int at = row - block.firstRow();
                    cursors[at] = vectors.put(k, block, columns, values, cursors[at]);
                }
            }
        }
    }

    /**
     * Adds up elements of the same place, in their order, sorts each row by columns, and returns the matrix.
     *
     * @param rowStarts the index of each row's first element, followed by the number of all elements; the matrix keeps
     *     the three arrays
     */
    static SparseMatrix compacted(Block block, int[] rowStarts, int[] columns, double[] values) {
        ColumnSums sums = new ColumnSums(block.columns());
        int to = 0;
        for (int row = 0; row < block.rows(); row++) {
            sums.add(columns, values, rowStarts[row], rowStarts[row + 1]);
            rowStarts[row] = to;
            to = sums.take(columns, values, to); // never beyond the entries that were read
        }
        rowStarts[block.rows()] = to;
        return new SparseMatrix(rowStarts, columns, values, (block.columns() - 1) / PANEL_COLUMNS + 1);
    }

    public int rows() {
        return rows;
    }

    /** Returns the element at a place; 0 if none is stored. */
    public double at(int row, int column) {
        int panel = column / PANEL_COLUMNS;
        int k;
        if (wideColumns.length > 0) {
            k = Arrays.binarySearch(wideColumns, starts[row], starts[row + 1], column);
        } else if (panel < panels) {
            int at = row * panels + panel;
            k = Arrays.binarySearch(columns, starts[at], starts[at + 1], (char) column);
        } else {
            k = -1;
        }
        return k < 0 ? 0.0 : values[k];
    }

    /** Returns the number of stored elements. */
    public int elements() {
        return starts[starts.length - 1];
    }

    /** Computes {@code to = this · from}. */
    public void multiply(double[] from, double[] to) {
        if (wideColumns.length > 0) {
            multiplyWide(from, to);
        } else if (panels == 1) {
            for (int row = 0; row < rows; row++) {
                to[row] = product(columns, values, starts[row], starts[row + 1], from, 0);
            }
        } else {
            multiplyPanels(from, to);
        }
    }

    private void multiplyPanels(double[] from, double[] to) {
        for (int row = 0; row < rows; row++) {
            double sum = 0.0;
            for (int panel = 0; panel < panels; panel++) {
                int at = row * panels + panel;
                sum += product(columns, values, starts[at], starts[at + 1], from, panel * PANEL_COLUMNS);
            }
            to[row] = sum;
        }
    }

    private void multiplyWide(double[] from, double[] to) {
        for (int row = 0; row < rows; row++) {
            to[row] = wideProduct(wideColumns, values, starts[row], starts[row + 1], from);
        }
    }

    /**
     * Multiplies one row. It is a method of its own because the JVM compiles a small method that is called often soon,
     * and only once.
     */
    private static double product(char[] column, double[] value, int begin, int end, double[] from, int first) {
        // Four sums: one alone would wait for each addition before the next.
        double a = 0.0;
        double b = 0.0;
        double c = 0.0;
        double d = 0.0;
        int k = begin;
        for (; k < end - 3; k += 4) {
            a += value[k] * from[first + column[k]];
            b += value[k + 1] * from[first + column[k + 1]];
            c += value[k + 2] * from[first + column[k + 2]];
            d += value[k + 3] * from[first + column[k + 3]];
        }
        for (; k < end; k++) {
            a += value[k] * from[first + column[k]];
        }
        return (a + b) + (c + d);
    }

    /** Multiplies one row with columns of four bytes, in the same order of additions. */
    private static double wideProduct(int[] column, double[] value, int begin, int end, double[] from) {
        double a = 0.0;
        double b = 0.0;
        double c = 0.0;
        double d = 0.0;
        int k = begin;
        for (; k < end - 3; k += 4) {
            a += value[k] * from[column[k]];
            b += value[k + 1] * from[column[k + 1]];
            c += value[k + 2] * from[column[k + 2]];
            d += value[k + 3] * from[column[k + 3]];
        }
        for (; k < end; k++) {
            a += value[k] * from[column[k]];
        }
        return (a + b) + (c + d);
    }
}
