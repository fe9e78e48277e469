package org.moide.samples.programs.alignments;

import java.io.Serializable;

/**
 * A DNA sequence.
 *
 * @param name the first word of its line in the FASTA file
 * @param bases the bases in capital letters; must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
record Sequence(String name, byte[] bases) implements Serializable {
    private static final long serialVersionUID = 1L;
}
