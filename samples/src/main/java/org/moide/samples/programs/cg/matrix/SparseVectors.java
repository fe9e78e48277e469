package org.moide.samples.programs.cg.matrix;

/**
 * The sparse random vectors that define the benchmark's matrix, one for each row, always in the same order. Drawing is
 * cheap, but the number of draws that a vector takes depends on the draws themselves. So {@link VectorStart} has to
 * find where in the sequence of random numbers a vector begins.
 *
 * <p>Used by one thread at a time.
 */
final class SparseVectors {
    /** The value of the element that every vector has at its own row. */
    private static final double OWN_ELEMENT = 0.5;

    private final Pattern pattern;
    private final Draws draws;
    private final double ratio;
    private final int[] positions;
    private final double[] values;
    private int row;
    private int size;
    private double weight = 1.0;

    /** Creates the sequence of vectors, from the first one on. */
    SparseVectors(Pattern pattern) {
        this(pattern, VectorStart.FIRST);
    }

    SparseVectors(Pattern pattern, VectorStart start) {
        this.pattern = pattern;
        draws = new Draws(pattern, start.pairs());
        ratio = pattern.ratio();
        positions = new int[pattern.nonZeros() + 1];
        values = new double[pattern.nonZeros() + 1];
        row = start.vector() - 1;
        for (int before = 1; before <= row; before++) {
            weight *= ratio; // multiplied once for each vector, because a power would be rounded differently
        }
    }

    /**
     * Returns the number of the vector to which {@link #advance} goes next. There are as many vectors as the matrix has
     * rows.
     */
    int next() {
        return row + 1;
    }

    /** Goes on to the next vector. */
    void advance() {
        weight = row < 0 ? 1.0 : weight * ratio;
        row++;
        size = 0;
        while (size < pattern.nonZeros()) {
            int position = draws.position();
            if (position < pattern.order() && indexOf(position) < 0) {
                positions[size] = position;
                values[size] = draws.value();
                size++;
            }
        }
        int own = indexOf(row);
        if (own < 0) {
            own = size++;
            positions[own] = row;
        }
        values[own] = OWN_ELEMENT;
    }

    /** Returns the number of nonzero elements of the current vector. */
    int size() {
        return size;
    }

    /**
     * Returns the position of an element of the current vector. Elements are counted in the order in which they were
     * drawn.
     */
    int position(int element) {
        return positions[element];
    }

    double value(int element) {
        return values[element];
    }

    /**
     * Writes what this vector adds to the matrix row that belongs to one of its elements.
     *
     * @param element the index of that element
     * @param block the block whose columns are written, counted from its first column
     * @param from the index of the first element to write
     * @return the index behind the last written element
     */
    int put(int element, Block block, int[] intoColumns, double[] intoValues, int from) {
        int at = from;
        double scale = weight * values[element];
        for (int other = 0; other < size; other++) {
            int column = positions[other];
            if (block.hasColumn(column)) {
                double value = values[other] * scale;
                if (other == element && column == row) {
                    value = value + ProblemClass.CONDITION - pattern.shift();
                }
                intoColumns[at] = column - block.firstColumn();
                intoValues[at] = value;
                at++;
            }
        }
        return at;
    }

    private int indexOf(int position) {
        for (int i = 0; i < size; i++) {
            if (positions[i] == position) {
                return i;
            }
        }
        return -1;
    }
}
