package org.moide.samples.programs.matmul;

import java.nio.DoubleBuffer;

/**
 * A source of a matrix's elements, which are in an array or in a file that is mapped into memory. Any thread may use
 * it.
 */
@FunctionalInterface
interface RowSource {
    /**
     * Copies some elements of a row.
     *
     * @param index the index of the first element, counting all elements row after row
     * @param into the array to copy to
     * @param at the index in {@code into} of the first element
     */
    void copy(int index, double[] into, int at, int count);

    /** Creates a source from an array, which must not be changed afterwards. */
    static RowSource of(double[] elements) {
        return (index, into, at, count) -> System.arraycopy(elements, index, into, at, count);
    }

    /** Creates a source from a buffer. It begins with the buffer's first element, whatever the buffer's position is. */
    static RowSource of(DoubleBuffer elements) {
        return (index, into, at, count) -> elements.get(index, into, at, count);
    }
}
