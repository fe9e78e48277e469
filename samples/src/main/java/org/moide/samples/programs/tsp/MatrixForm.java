package org.moide.samples.programs.tsp;

import org.jspecify.annotations.Nullable;

/** The distances that an {@code EDGE_WEIGHT_SECTION} has, and their order. */
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

    /** The form of that name, in capital letters; null if there is none. */
    static @Nullable MatrixForm named(String name) {
        for (MatrixForm form : values()) {
            if (form.name().equals(name)) {
                return form;
            }
        }
        return null;
    }

    /** Whether each distance stands there once, for both directions. */
    boolean isTriangle() {
        return this != FULL_MATRIX;
    }

    /**
     * The first column of a row; of a form by columns, of the row that a symmetric matrix has in place of the column.
     */
    int first(int row) {
        return switch (this) {
            case UPPER_ROW, LOWER_COL -> row + 1;
            case UPPER_DIAG_ROW, LOWER_DIAG_COL -> row;
            default -> 0;
        };
    }

    /** The column after the last of a row. */
    int end(int row, int size) {
        return switch (this) {
            case LOWER_ROW, UPPER_COL -> row;
            case LOWER_DIAG_ROW, UPPER_DIAG_COL -> row + 1;
            default -> size;
        };
    }

    /** The number of distances. */
    int count(int size) {
        int count = 0;
        for (int row = 0; row < size; row++) {
            count += end(row, size) - first(row);
        }
        return count;
    }
}
