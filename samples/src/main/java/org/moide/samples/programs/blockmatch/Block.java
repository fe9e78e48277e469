package org.moide.samples.programs.blockmatch;

import java.io.Serializable;

/**
 * A task: where has this block of a frame come from?
 *
 * @param frame its frame, from 1 on; what it is compared with is the one before
 * @param row of blocks, from 0 on
 * @param column of blocks, from 0 on
 */
record Block(int frame, int row, int column) implements Serializable {
    private static final long serialVersionUID = 1L;
}
