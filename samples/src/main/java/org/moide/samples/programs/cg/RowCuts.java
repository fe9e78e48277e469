package org.moide.samples.programs.cg;

import java.util.function.IntToDoubleFunction;

/** The cuts between whole rows, so that each ID has its share of the entries that are not zero. */
final class RowCuts {
    private RowCuts() {}

    /**
     * Cuts rows: answers each ID's first row, and the number of rows.
     *
     * @param rowStarts the index of each row's first entry, and the number of all
     * @param ids how many there are
     * @param share what part of the work each takes; the parts of all add up to 1
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
