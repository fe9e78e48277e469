package org.moide.coordinator.reconfigure;

import java.util.Arrays;

/**
 * The cells that the threads of a {@link ModelRun} compute; each is a number. In every step each cell changes by the
 * sum of all cells.
 */
final class ModelCells {
    static final int COUNT = 24;
    static final int STEPS = 30;

    private ModelCells() {}

    /** Returns the value that a cell has after one more step. It is the same whichever ID has the cell. */
    static long next(long cell, long sum) {
        return cell * 6_364_136_223_846_793_005L + (sum >>> 7) + 1;
    }

    static long[] expected() {
        long[] cells = initial();
        for (int step = 0; step < STEPS; step++) {
            long sum = Arrays.stream(cells).sum();
            for (int cell = 0; cell < COUNT; cell++) {
                cells[cell] = next(cells[cell], sum);
            }
        }
        return cells;
    }

    static long[] initial() {
        long[] cells = new long[COUNT];
        Arrays.setAll(cells, cell -> cell + 1);
        return cells;
    }
}
