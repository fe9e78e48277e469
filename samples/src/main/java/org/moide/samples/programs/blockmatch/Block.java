package org.moide.samples.programs.blockmatch;

import java.io.Serializable;

/**
 * A task: find where a block of a frame was in the frame before.
 *
 * @param frame the number of the block's frame, from 1 on
 * @param row the block's row, counted in blocks from 0
 * @param column the block's column, counted in blocks from 0
 */
record Block(int frame, int row, int column) implements Serializable {
    private static final long serialVersionUID = 1L;
}
