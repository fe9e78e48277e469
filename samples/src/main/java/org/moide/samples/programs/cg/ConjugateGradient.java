package org.moide.samples.programs.cg;

import java.util.Arrays;

/**
 * One ID's part of the benchmark's computation: the inverse power method for an eigenvalue of the matrix, each step of
 * which solves a linear system, nearly, by the conjugate gradient method (MOIDE, §6). Used by that ID's thread only;
 * every method is collective.
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
    private final double[] one = new double[1];
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

    /** Back to the first vector, all ones. */
    void restart() {
        Arrays.fill(x, 1.0);
    }

    /** Goes on from this vector. */
    void restart(double[] from) {
        System.arraycopy(from, 0, x, 0, x.length);
    }

    /** This ID's part of the vector as it is now; not a copy. */
    double[] x() {
        return x;
    }

    /**
     * One step of the inverse power method.
     *
     * @return ζ after this step; the same for every ID
     */
    double step() {
        solve();
        double xz = 0.0;
        double zz = 0.0;
        for (int i = 0; i < z.length; i++) {
            xz += x[i] * z[i];
            zz += z[i] * z[i];
        }
        two[0] = xz;
        two[1] = zz;
        decomposition.sum(two);
        double norm = 1.0 / Math.sqrt(two[1]);
        for (int i = 0; i < z.length; i++) {
            x[i] = norm * z[i];
        }
        return shift + 1.0 / two[0];
    }

    /** The norm of what was left of the last step's system, ‖x − A·z‖; the same for every ID. */
    double residual() {
        return residual;
    }

    private void solve() {
        Arrays.fill(z, 0.0);
        System.arraycopy(x, 0, r, 0, x.length);
        System.arraycopy(x, 0, p, 0, x.length);
        double rho = product(r, r);
        for (int iteration = 0; iteration < ProblemClass.INNER_ITERATIONS; iteration++) {
            decomposition.multiply(matrix, p, q);
            double alpha = rho / product(p, q);
            double partial = 0.0;
            for (int i = 0; i < z.length; i++) {
                z[i] += alpha * p[i];
                double rest = r[i] - alpha * q[i];
                r[i] = rest;
                partial += rest * rest;
            }
            one[0] = partial;
            decomposition.sum(one);
            double beta = one[0] / rho;
            rho = one[0];
            for (int i = 0; i < p.length; i++) {
                p[i] = r[i] + beta * p[i];
            }
        }
        residual = measureResidual();
    }

    /** The benchmark computes it anew, with one more product, and counts that as work. */
    private double measureResidual() {
        decomposition.multiply(matrix, z, q);
        double partial = 0.0;
        for (int i = 0; i < x.length; i++) {
            double rest = x[i] - q[i];
            partial += rest * rest;
        }
        one[0] = partial;
        decomposition.sum(one);
        return Math.sqrt(one[0]);
    }

    private double product(double[] left, double[] right) {
        double partial = 0.0;
        for (int i = 0; i < left.length; i++) {
            partial += left[i] * right[i];
        }
        one[0] = partial;
        decomposition.sum(one);
        return one[0];
    }
}
