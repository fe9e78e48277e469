package org.moide.samples.programs.cg.matrix;

/**
 * The parameters of the benchmark's matrix, which is made from sparse random vectors, one for each row, in a fixed
 * order.
 *
 * @param order the number of rows of the matrix
 * @param nonZeros the number of random elements of each vector
 * @param shift the number that is subtracted from the matrix's diagonal
 */
record Pattern(int order, int nonZeros, double shift) {
    /** Returns the number of bits of a drawn position: that of the next power of two. */
    int positionBits() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(order - 1);
    }

    /** Returns the weight of a vector's outer product, divided by that of the vector before. */
    double ratio() {
        return StrictMath.pow(ProblemClass.CONDITION, 1.0 / order);
    }

    /** Returns the approximate number of pairs of draws for all vectors. */
    long pairs() {
        return (long) nonZeros << positionBits();
    }
}
