package org.moide.samples.programs.matmul;

import java.nio.DoubleBuffer;

/**
 * A matrix whose elements are copied from where they are: an array, or a file that is mapped into memory. Any thread.
 */
@FunctionalInterface
interface RowSource {
    /**
     * Copies some elements of a row.
     *
     * @param index of the first, if all elements are counted row after row
     * @param into goes there
     * @param at from this place on
     */
    void copy(int index, double[] into, int at, int count);

    /** Makes a source of an array that is not changed any more. */
    static RowSource of(double[] elements) {
        return (index, into, at, count) -> System.arraycopy(elements, index, into, at, count);
    }

    /** Makes a source of a buffer; its position does not matter. */
    static RowSource of(DoubleBuffer elements) {
        return (index, into, at, count) -> elements.get(index, into, at, count);
    }
}
