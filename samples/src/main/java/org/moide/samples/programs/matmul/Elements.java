package org.moide.samples.programs.matmul;

import java.io.Serializable;

/**
 * A matrix's elements, row after row, as they go to every engine. A record, whose numbers travel without Java's
 * serialization.
 *
 * @param numbers not to be changed any more
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Elements(double[] numbers) implements Serializable {
    private static final long serialVersionUID = 1L;
}
