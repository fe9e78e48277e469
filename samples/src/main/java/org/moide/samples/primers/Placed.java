package org.moide.samples.primers;

import java.io.Serializable;

/**
 * A task's starting position: queens on the first rows of a board. In the masks, each bit stands for a column.
 *
 * @param rows the number of rows that have their queen
 * @param columns mask of the columns that have a queen
 * @param left mask of the columns of the next row that a queen attacks along a diagonal to the left
 * @param right mask of the columns of the next row that a queen attacks along a diagonal to the right
 */
public record Placed(int rows, int columns, int left, int right) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Placed {
        if (rows != Integer.bitCount(columns)) {
            throw new IllegalArgumentException(
                    "expected a queen in each of " + rows + " rows, found " + Integer.bitCount(columns));
        }
    }
}
