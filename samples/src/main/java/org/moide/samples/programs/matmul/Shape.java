package org.moide.samples.programs.matmul;

import java.io.Serializable;

/** The numbers of rows and columns of a matrix. */
record Shape(int rows, int columns) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most elements of a matrix. With 8 bytes each, so many still fit into one array of bytes that can be sent. */
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
