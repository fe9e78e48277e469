package org.moide.samples.programs.tsp;

import org.jspecify.annotations.Nullable;

/** The possible forms of an {@code EDGE_WEIGHT_SECTION}: which distances it contains, and in which order. */
enum MatrixForm {
    FULL_MATRIX,
    UPPER_ROW,
    LOWER_ROW,
    UPPER_DIAG_ROW,
    LOWER_DIAG_ROW,
    UPPER_COL,
    LOWER_COL,
    UPPER_DIAG_COL,
    LOWER_DIAG_COL;

    /** Returns the form with this name, in capital letters; null if there is none. */
    static @Nullable MatrixForm named(String name) {
        for (MatrixForm form : values()) {
            if (form.name().equals(name)) {
                return form;
            }
        }
        return null;
    }

    /** Returns whether the form contains each distance only once, for both directions. */
    boolean isTriangle() {
        return this != FULL_MATRIX;
    }

    /**
     * Returns the first column of a row. If the form lists columns instead of rows, a column is treated as the row that
     * equals it in a symmetric matrix.
     */
    int first(int row) {
        return switch (this) {
            case UPPER_ROW, LOWER_COL -> row + 1;
            case UPPER_DIAG_ROW, LOWER_DIAG_COL -> row;
            default -> 0;
        };
    }

    /** Returns the column after the last one of a row. */
    int end(int row, int size) {
        return switch (this) {
            case LOWER_ROW, UPPER_COL -> row;
            case LOWER_DIAG_ROW, UPPER_DIAG_COL -> row + 1;
            default -> size;
        };
    }

    /** Returns the number of distances in a section for this number of cities. */
    int count(int size) {
        int count = 0;
        for (int row = 0; row < size; row++) {
            count += end(row, size) - first(row);
        }
        return count;
    }
}
