package org.moide.samples.programs.cg.matrix;

import java.util.Arrays;

/**
 * A block of a matrix, the benchmark's or a user's: some of its rows and columns, stored by rows. Columns are counted from the block's
 * first.
 *
 * <p>The benchmark's is Σ ratioⁱ·vᵢ·vᵢᵀ over the {@link SparseVectors}, with {@code CONDITION − shift} added on its diagonal.
 * A block is built of the stream alone, in two passes (count, then fill), so that nobody ever holds the whole matrix.
 * Immutable once built; any thread may multiply with it.
 */
public final class SparseMatrix {
    /** Most elements of a Java array that every JVM can make. */
    private static final long MOST_ELEMENTS = Integer.MAX_VALUE - 8L;

    private final int[] rowStarts;
    private final int[] columns;
    private final double[] values;

    /** @param rowStarts the index of each row's first element, and the number of all; no array is to be changed */
    public SparseMatrix(int[] rowStarts, int[] columns, double[] values) {
        this.rowStarts = rowStarts;
        this.columns = columns;
        this.values = values;
    }

    /** As the other, of the benchmark's matrix of a class. */
    public static SparseMatrix build(ProblemClass problem, Block block) {
        return build(problem.pattern(), block);
    }

    /**
     * Builds a block; takes time in proportion to the matrix' order and memory in proportion to the block.
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

    /** Turns counts into the index of each row's first element, and the last entry into the total. */
    private static int toStarts(int[] counts) {
        long total = 0;
        for (int row = 0; row < counts.length; row++) {
            int count = counts[row];
            counts[row] = (int) Math.min(total, Integer.MAX_VALUE);
            total += count;
        }
        return checkedTotal(total);
    }

    /** @throws IllegalStateException if no array can hold so many elements */
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
     * Adds up what fell on the same place, in the order in which it stands there, and puts each row in the order of
     * columns.
     *
     * @param rowStarts the index of each row's first element, and the number of all; the arrays become the matrix'
     */
    static SparseMatrix compacted(Block block, int[] rowStarts, int[] columns, double[] values) {
        ColumnSums sums = new ColumnSums(block.columns());
        int to = 0;
        for (int row = 0; row < block.rows(); row++) {
            sums.add(columns, values, rowStarts[row], rowStarts[row + 1]);
            rowStarts[row] = to;
            to = sums.take(columns, values, to); // never ahead of what has been read
        }
        rowStarts[block.rows()] = to;
        return new SparseMatrix(rowStarts, columns, values);
    }

    public int rows() {
        return rowStarts.length - 1;
    }

    /** What stands at a place; 0 where nothing is stored. */
    public double at(int row, int column) {
        int k = Arrays.binarySearch(columns, rowStarts[row], rowStarts[row + 1], column);
        return k < 0 ? 0.0 : values[k];
    }

    /** How many elements are stored. */
    public int elements() {
        return rowStarts[rows()];
    }

    /** {@code to = this · from}. */
    public void multiply(double[] from, double[] to) {
        for (int row = 0; row < rowStarts.length - 1; row++) {
            to[row] = product(columns, values, rowStarts[row], rowStarts[row + 1], from);
        }
    }

    /** One row's, in a method of its own: the JVM compiles a small method that is called often soon, and only once. */
    private static double product(int[] column, double[] value, int begin, int end, double[] from) {
        // Four sums: one alone would wait for each addition before the next.
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
