package org.moide.samples.programs.cg;

import org.moide.samples.programs.cg.matrix.Block;
import org.moide.samples.programs.cg.matrix.SparseMatrix;

/**
 * The layout of matrix and vectors on the logical IDs, and what these say to each other for it. One for each ID, used
 * by its thread only; {@link #multiply} and {@link #sum} are collective and block until the others have called.
 */
sealed interface Decomposition permits RowDecomposition, HaloDecomposition, GridDecomposition {
    /** The block of the matrix that this ID has. */
    Block block();

    /** The length of this ID's part of every vector. */
    int vectorLength();

    /**
     * {@code q = A·p}, where {@code p} and {@code q} are this ID's parts.
     *
     * @param matrix this ID's {@link #block}
     */
    void multiply(SparseMatrix matrix, double[] p, double[] q);

    /** Turns this ID's parts of some scalar products into the whole ones, in place; all IDs see the same bits. */
    void sum(double[] partials);

    /** The scalar product of two vectors, of which these are this ID's parts. Collective, as {@link #sum} is. */
    default double product(double[] left, double[] right) {
        double[] one = {Vectors.product(left, right)};
        sum(one);
        return one[0];
    }
}
