package org.moide.samples.programs.cg.matrix;

/**
 * The pattern of the benchmark's matrix: sparse random vectors, one for each row, in an order that is given.
 *
 * @param order of the matrix
 * @param nonZeros how many random elements each vector has
 * @param shift taken from the matrix' diagonal
 */
record Pattern(int order, int nonZeros, double shift) {
    /** A position has so many bits: the next power of two. */
    int positionBits() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(order - 1);
    }

    /** The weight of a vector's outer product, over that of the vector before. */
    double ratio() {
        return StrictMath.pow(ProblemClass.CONDITION, 1.0 / order);
    }

    /** The number of pairs of draws that all vectors take, about. */
    long pairs() {
        return (long) nonZeros << positionBits();
    }
}
