package org.moide.samples.programs.cg.matrix;

/**
 * Adds up one row of a matrix, whose entries come in any order, and returns the row in the order of its columns.
 * Several entries may have the same column. Bits mark the columns that have entries; bits of a second level mark the
 * words that have such bits. So nothing is sorted, and long runs of zeros are skipped. Used by one thread; empty again
 * after each row.
 */
final class ColumnSums {
    private static final int WORD_BITS = 6;

    private final double[] sums;
    private final long[] added;
    private final long[] words;

    ColumnSums(int columns) {
        sums = new double[columns];
        added = new long[(columns >>> WORD_BITS) + 1];
        words = new long[(added.length >>> WORD_BITS) + 1];
    }

    /** Adds entries of the row. Entries of the same column are added in the order in which they come. */
    void add(int[] columns, double[] values, int from, int end) {
        for (int k = from; k < end; k++) {
            int column = columns[k];
            sums[column] += values[k];
            int word = column >>> WORD_BITS;
            added[word] |= 1L << column;
            words[word >>> WORD_BITS] |= 1L << word;
        }
    }

    /**
     * Writes the row, and makes this object empty.
     *
     * @return the index behind the last written entry
     */
    int take(int[] columns, double[] values, int from) {
        int to = from;
        for (int i = 0; i < words.length; i++) {
            long left = words[i];
            words[i] = 0;
            for (; left != 0; left &= left - 1) {
                to = takeWord((i << WORD_BITS) + Long.numberOfTrailingZeros(left), columns, values, to);
            }
        }
        return to;
    }

    private int takeWord(int word, int[] columns, double[] values, int from) {
        int to = from;
        for (long left = added[word]; left != 0; left &= left - 1) {
            int column = (word << WORD_BITS) + Long.numberOfTrailingZeros(left);
            columns[to] = column;
            values[to] = sums[column];
            sums[column] = 0.0;
            to++;
        }
        added[word] = 0;
        return to;
    }
}
