package org.moide.samples.programs.cg.matrix;

/**
 * A rectangle of the matrix. {@code firstRow} and {@code firstColumn} belong to it; {@code endRow} and {@code
 * endColumn} do not.
 */
public record Block(int firstRow, int endRow, int firstColumn, int endColumn) {
    public Block {
        if (firstRow < 0 || endRow < firstRow || firstColumn < 0 || endColumn < firstColumn) {
            throw new IllegalArgumentException("expected rows and columns in ascending order from 0, found rows "
                    + firstRow + " to " + endRow + ", columns " + firstColumn + " to " + endColumn);
        }
    }

    public int rows() {
        return endRow - firstRow;
    }

    public int columns() {
        return endColumn - firstColumn;
    }

    public boolean hasRow(int row) {
        return row >= firstRow && row < endRow;
    }

    public boolean hasColumn(int column) {
        return column >= firstColumn && column < endColumn;
    }
}
