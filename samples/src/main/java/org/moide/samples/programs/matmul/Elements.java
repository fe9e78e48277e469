package org.moide.samples.programs.matmul;

import java.io.Serializable;

/**
 * A matrix's elements, row after row, as they are sent to every engine. It is a record, so that its numbers are sent
 * without Java's serialization.
 *
 * @param numbers the elements; must not be changed afterwards
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Elements(double[] numbers) implements Serializable {
    private static final long serialVersionUID = 1L;
}
