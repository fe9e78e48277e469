package org.moide.samples.programs.cg.matrix;

/**
 * The sparse random vectors that define the benchmark's matrix, one for each row, always in the same order. The draws
 * are cheap, but how many a vector takes depends on the draws themselves: {@link VectorStart} tells where one begins.
 *
 * <p>Used by one thread at a time.
 */
final class SparseVectors {
    /** The element that every vector has at its own row. */
    private static final double OWN_ELEMENT = 0.5;

    private final Pattern pattern;
    private final Draws draws;
    private final double ratio;
    private final int[] positions;
    private final double[] values;
    private int row;
    private int size;
    private double weight = 1.0;

    /** Makes the vectors from the first one on. */
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
            weight *= ratio; // as often as for all vectors before: a power has other bits
        }
    }

    /** The number of the vector that comes next; there are as many as the matrix has rows. */
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

    /** The number of elements of the present vector that are not zero. */
    int size() {
        return size;
    }

    /** The position of its {@code element}-th element, in the order of drawing. */
    int position(int element) {
        return positions[element];
    }

    double value(int element) {
        return values[element];
    }

    /**
     * Writes what this vector gives to the row of one of its elements.
     *
     * @param block whose columns are wanted, counted from its first
     * @return where the next goes
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
