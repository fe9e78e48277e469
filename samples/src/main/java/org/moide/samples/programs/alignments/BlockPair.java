package org.moide.samples.programs.alignments;

import java.io.Serializable;

/**
 * A task: align each sequence of one block with each of another, or those of one block with each other.
 *
 * @param block its number, from 0 on
 * @param with no less than that
 */
record BlockPair(int block, int with) implements Serializable {
    private static final long serialVersionUID = 1L;
}
