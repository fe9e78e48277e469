package org.moide.samples.programs.cg;

import java.util.function.IntToDoubleFunction;

/** Divides a matrix into ranges of whole rows, so that each ID gets its share of the nonzero entries. */
final class RowCuts {
    private RowCuts() {}

    /**
     * Returns each ID's first row, followed by the number of rows.
     *
     * @param rowStarts the index of each row's first entry, followed by the number of all entries
     * @param ids the number of IDs
     * @param share the fraction of the work that each ID takes; the fractions add up to 1
     */
    static int[] of(int[] rowStarts, int ids, IntToDoubleFunction share) {
        int rows = rowStarts.length - 1;
        double all = rowStarts[rows];
        int[] cuts = new int[ids + 1];
        double part = 0.0;
        int row = 0;
        for (int id = 0; id < ids - 1; id++) {
            part += share.applyAsDouble(id);
            double wanted = part * all;
            // Up to the row after which the number of entries is nearest.
            while (row < rows && rowStarts[row + 1] + rowStarts[row] <= 2.0 * wanted) {
                row++;
            }
            cuts[id + 1] = row;
        }
        cuts[ids] = rows;
        return cuts;
    }
}
