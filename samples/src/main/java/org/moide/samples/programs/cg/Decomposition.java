package org.moide.samples.programs.cg;

import org.moide.samples.programs.cg.matrix.Block;
import org.moide.samples.programs.cg.matrix.SparseMatrix;

/**
 * The distribution of matrix and vectors among the logical IDs, and the messages that this distribution needs. Each ID
 * has an object of its own, used by its thread only. {@link #multiply} and {@link #sum} are collective: they block
 * until the other IDs have called them too.
 */
sealed interface Decomposition permits RowDecomposition, HaloDecomposition, GridDecomposition {
    /** Returns the block of the matrix that this ID has. */
    Block block();

    /** Returns the length of this ID's part of every vector. */
    int vectorLength();

    /**
     * Computes {@code q = A·p}, where {@code p} and {@code q} are this ID's parts of the vectors.
     *
     * @param matrix this ID's {@link #block}
     */
    void multiply(SparseMatrix matrix, double[] p, double[] q);

    /** Replaces this ID's partial sums by the sums over all IDs, in place. All IDs get exactly the same numbers. */
    void sum(double[] partials);

    /**
     * Returns the scalar product of two vectors. Collective, like {@link #sum}.
     *
     * @param left this ID's part of one vector
     * @param right this ID's part of the other vector
     */
    default double product(double[] left, double[] right) {
        double[] one = {Vectors.product(left, right)};
        sum(one);
        return one[0];
    }
}
