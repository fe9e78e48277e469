package org.moide.samples.programs.cg;

import java.util.Arrays;
import org.moide.samples.programs.cg.matrix.ProblemClass;
import org.moide.samples.programs.cg.matrix.SparseMatrix;

/**
 * One ID's part of the benchmark's computation. The computation is the inverse power method for an eigenvalue of the
 * matrix; each of its steps solves a linear system approximately by the conjugate gradient method (MOIDE, §6). Used by
 * that ID's thread only. Every method is collective: all IDs must call it.
 */
final class ConjugateGradient {
    private final Decomposition decomposition;
    private final SparseMatrix matrix;
    private final double shift;
    private final double[] x;
    private final double[] z;
    private final double[] p;
    private final double[] q;
    private final double[] r;
    private final double[] two = new double[2];
    private double residual;

    ConjugateGradient(Decomposition decomposition, SparseMatrix matrix, double shift) {
        this.decomposition = decomposition;
        this.matrix = matrix;
        this.shift = shift;
        int length = decomposition.vectorLength();
        x = new double[length];
        z = new double[length];
        p = new double[length];
        q = new double[length];
        r = new double[length];
        restart();
    }

    /** Starts the power method again from the first vector, which consists of ones. */
    void restart() {
        Arrays.fill(x, 1.0);
    }

    /**
     * Starts the power method from this vector.
     *
     * @param from this ID's part of the vector
     */
    void restart(double[] from) {
        System.arraycopy(from, 0, x, 0, x.length);
    }

    /** Returns this ID's part of the current vector; not a copy. */
    double[] x() {
        return x;
    }

    /**
     * Runs one step of the inverse power method.
     *
     * @return ζ after this step; the same for every ID
     */
    double step() {
        solve();
        two[0] = Vectors.product(x, z);
        two[1] = Vectors.product(z, z);
        decomposition.sum(two);
        Vectors.scale(1.0 / Math.sqrt(two[1]), z, x);
        return shift + 1.0 / two[0];
    }

    /** Returns ‖x − A·z‖, the norm of the residual of the linear system of the last step; the same on every ID. */
    double residual() {
        return residual;
    }

    private void solve() {
        Arrays.fill(z, 0.0);
        System.arraycopy(x, 0, r, 0, x.length);
        System.arraycopy(x, 0, p, 0, x.length);
        double rho = decomposition.product(r, r);
        for (int iteration = 0; iteration < ProblemClass.INNER_ITERATIONS; iteration++) {
            decomposition.multiply(matrix, p, q);
            double alpha = rho / decomposition.product(p, q);
            Vectors.add(alpha, p, z);
            Vectors.add(-alpha, q, r);
            double before = rho;
            rho = decomposition.product(r, r);
            Vectors.scaleAndAdd(rho / before, p, r);
        }
        residual = measureResidual();
    }

    /** Computes the residual, with one more product. The benchmark counts this product as work. */
    private double measureResidual() {
        decomposition.multiply(matrix, z, q);
        Vectors.scaleAndAdd(-1.0, q, x); // the rest: q is free until the next product
        return Math.sqrt(decomposition.product(q, q));
    }
}
