package org.moide.samples.programs.cg;

/** A rectangle of the matrix: rows and columns from the first up to, without, the end. */
record Block(int firstRow, int endRow, int firstColumn, int endColumn) {
    Block {
        if (firstRow < 0 || endRow < firstRow || firstColumn < 0 || endColumn < firstColumn) {
            throw new IllegalArgumentException("expected rows and columns in ascending order from 0, found rows "
                    + firstRow + " to " + endRow + ", columns " + firstColumn + " to " + endColumn);
        }
    }

    int rows() {
        return endRow - firstRow;
    }

    int columns() {
        return endColumn - firstColumn;
    }

    boolean hasRow(int row) {
        return row >= firstRow && row < endRow;
    }

    boolean hasColumn(int column) {
        return column >= firstColumn && column < endColumn;
    }
}
