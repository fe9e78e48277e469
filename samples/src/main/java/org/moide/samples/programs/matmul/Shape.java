package org.moide.samples.programs.matmul;

import java.io.Serializable;

/** The number of rows and columns of a matrix. */
record Shape(int rows, int columns) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most elements: as numbers of 8 bytes they still fit into one array that travels. */
    static final long MOST_ELEMENTS = 1L << 27;

    long elements() {
        return (long) rows * columns;
    }

    long bytes() {
        return elements() * Double.BYTES;
    }

    @Override
    public String toString() {
        return rows + " x " + columns;
    }
}
