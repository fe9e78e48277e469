package org.moide.samples.programs.alignments;

import java.io.Serializable;

/**
 * A task: align each sequence of one block with each sequence of another block. If both are the same block, align each
 * pair of its sequences.
 *
 * @param block the number of the first block, from 0
 * @param with the number of the other block, at least {@code block}
 */
record BlockPair(int block, int with) implements Serializable {
    private static final long serialVersionUID = 1L;
}
