package org.moide.samples.programs.cg;

import java.util.Arrays;
import org.moide.samples.programs.cg.matrix.ProblemClass;
import org.moide.samples.programs.cg.matrix.SparseMatrix;

/**
 * One ID's part of the benchmark's computation: the inverse power method for an eigenvalue of the matrix, each step of
 * which solves a linear system approximately by the conjugate gradient method (MOIDE, §6). Used by that ID's thread
 * only; every method is collective.
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

    /** Starts again from the first vector, all ones. */
    void restart() {
        Arrays.fill(x, 1.0);
    }

    /** Starts from this vector. */
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

    /** Returns the norm of the residual of the last step's system, ‖x − A·z‖, the same on every ID. */
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

    /** Computes the residual with one more product. The benchmark counts that as work. */
    private double measureResidual() {
        decomposition.multiply(matrix, z, q);
        Vectors.scaleAndAdd(-1.0, q, x); // the rest: q is free until the next product
        return Math.sqrt(decomposition.product(q, q));
    }
}
