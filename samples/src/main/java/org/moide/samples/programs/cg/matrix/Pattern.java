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
    /**
     * Returns the number of bits of a drawn position: as many as are needed for the least power of two that is not
     * below the order.
     */
    int positionBits() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(order - 1);
    }

    /**
     * Returns the ratio of the weights of two successive vectors: the weight of a vector's outer product in the matrix,
     * divided by that of the vector before.
     */
    double ratio() {
        return StrictMath.pow(ProblemClass.CONDITION, 1.0 / order);
    }

    /** Returns how many pairs of random numbers all vectors take together, approximately. */
    long pairs() {
        return (long) nonZeros << positionBits();
    }
}
