package org.moide.samples.programs.matmul;

import java.io.Serializable;

/**
 * The elements of a matrix, row after row, in the form in which they are sent to every engine. This is a record, so
 * that its numbers are sent without Java's serialization.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Elements(double[] numbers) implements Serializable {
    private static final long serialVersionUID = 1L;
}
