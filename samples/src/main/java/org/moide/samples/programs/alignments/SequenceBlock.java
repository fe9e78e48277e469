package org.moide.samples.programs.alignments;

import java.io.Serializable;
import java.util.List;

/**
 * Successive sequences, which are one data object.
 *
 * @param first the number of the first sequence, from 0 on
 */
record SequenceBlock(int first, List<Sequence> sequences) implements Serializable {
    private static final long serialVersionUID = 1L;

    SequenceBlock {
        sequences = List.copyOf(sequences);
    }
}
