package org.moide.samples.programs.cg;

/**
 * The stream of sparse random vectors that define the benchmark's matrix, one for each row, always in the same order.
 * Every user runs through the whole stream and keeps what it needs: the draws are cheap, and how many a vector takes
 * depends on the draws themselves, so nobody can start in the middle.
 *
 * <p>Used by one thread at a time.
 */
final class SparseVectors {
    private static final long MULTIPLIER = 1_220_703_125L; // 5^13
    private static final long SEED = 314_159_265L;
    private static final int STATE_BITS = 46;
    private static final long STATE_MASK = (1L << STATE_BITS) - 1;
    private static final double SCALE = 1.0 / (1L << STATE_BITS);
    /** What every vector has at its own row. */
    private static final double OWN_ELEMENT = 0.5;

    private final int order;
    private final int randomElements;
    private final int positionShift;
    private final int[] positions;
    private final double[] values;
    private long state = SEED;
    private int row = -1;
    private int size;

    SparseVectors(ProblemClass problem) {
        order = problem.order();
        randomElements = problem.nonZeros();
        int positionBits = Integer.SIZE - Integer.numberOfLeadingZeros(order - 1); // the next power of two
        positionShift = STATE_BITS - positionBits;
        positions = new int[randomElements + 1];
        values = new double[randomElements + 1];
        draw(); // the benchmark throws its first number away
    }

    /** Goes on to the next vector; at most as many times as the matrix has rows. */
    void advance() {
        row++;
        size = 0;
        while (size < randomElements) {
            double value = draw() * SCALE;
            int position = (int) (draw() >>> positionShift);
            if (position < order && indexOf(position) < 0) {
                positions[size] = position;
                values[size] = value;
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

    /** The number of the present vector, from 0. */
    int row() {
        return row;
    }

    /** How many elements of the present vector are not zero. */
    int size() {
        return size;
    }

    /** Where its {@code element}-th element is, in the order of drawing. */
    int position(int element) {
        return positions[element];
    }

    double value(int element) {
        return values[element];
    }

    private int indexOf(int position) {
        for (int i = 0; i < size; i++) {
            if (positions[i] == position) {
                return i;
            }
        }
        return -1;
    }

    /** The linear congruential generator x ← 5¹³·x mod 2⁴⁶; the product's upper bits, which a long loses, don't matter. */
    private long draw() {
        state = (MULTIPLIER * state) & STATE_MASK;
        return state;
    }
}
