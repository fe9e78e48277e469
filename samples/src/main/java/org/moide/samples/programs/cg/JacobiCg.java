package org.moide.samples.programs.cg;

/**
 * One ID's part of the conjugate gradient method with Jacobi's preconditioner, for A·x = b with A symmetric positive
 * definite (Saad, Iterative Methods for Sparse Linear Systems, algorithm 9.1). Used by that ID's thread only; every method
 * but those that only tell is collective, and all IDs see the same numbers.
 */
final class JacobiCg {
    private final Decomposition decomposition;
    private final SparseMatrix matrix;
    private final double[] diagonal;
    private final double[] b;
    private final double[] x;
    private final double[] r;
    private final double[] z;
    private final double[] p;
    private final double[] q;
    private final double[] one = new double[1];
    private final double[] two = new double[2];
    private final double normB;
    private double rho;
    private double normR;

    /** @param diagonal this ID's part of A's, all positive */
    JacobiCg(Decomposition decomposition, SparseMatrix matrix, double[] diagonal, double[] b) {
        this.decomposition = decomposition;
        this.matrix = matrix;
        this.diagonal = diagonal;
        this.b = b;
        int length = decomposition.vectorLength();
        x = new double[length];
        r = new double[length];
        z = new double[length];
        p = new double[length];
        q = new double[length];
        normB = Math.sqrt(product(b, b));
    }

    /** Begins at x, at first 0; begun anew there, what rounding has taken from the residual comes back. */
    void begin() {
        decomposition.multiply(matrix, x, q);
        for (int i = 0; i < r.length; i++) {
            r[i] = b[i] - q[i];
        }
        precondition();
        rho = two[0];
        System.arraycopy(z, 0, p, 0, p.length);
    }

    /** Goes on from a state that was {@link #kept}. */
    void resume(SystemState state) {
        System.arraycopy(state.x(), 0, x, 0, x.length);
        System.arraycopy(state.r(), 0, r, 0, r.length);
        System.arraycopy(state.p(), 0, p, 0, p.length);
        rho = state.rho();
        precondition();
    }

    /** What {@link #resume} needs; its vectors change with the next iteration. */
    SystemState kept(int iteration, long elapsedNanos, int[] cuts) {
        return new SystemState(iteration, elapsedNanos, rho, cuts, x, r, p);
    }

    /** z = r / diagonal, with r·z and r·r in {@link #two}. */
    private void precondition() {
        double rz = 0.0;
        double rr = 0.0;
        for (int i = 0; i < r.length; i++) {
            double rest = r[i];
            double scaled = rest / diagonal[i];
            z[i] = scaled;
            rz += rest * scaled;
            rr += rest * rest;
        }
        two[0] = rz;
        two[1] = rr;
        decomposition.sum(two);
        normR = Math.sqrt(two[1]);
    }

    /**
     * One iteration.
     *
     * @return p·A·p before it. Unless that is positive and finite nothing was done: A is not positive definite
     */
    double step() {
        decomposition.multiply(matrix, p, q);
        double curvature = product(p, q);
        if (!(curvature > 0.0) || Double.isInfinite(curvature)) {
            return curvature;
        }
        double alpha = rho / curvature;
        for (int i = 0; i < x.length; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        precondition();
        double beta = two[0] / rho;
        rho = two[0];
        for (int i = 0; i < p.length; i++) {
            p[i] = z[i] + beta * p[i];
        }
        return curvature;
    }

    /** ‖b‖; infinite if its square is more than a double can hold, and then no residual means anything. */
    double normB() {
        return normB;
    }

    /** ‖r‖ / ‖b‖ as the iteration carries it along; ‖r‖ where b is 0. */
    double carriedResidual() {
        return relative(normR);
    }

    /** ‖b − A·x‖ / ‖b‖, computed anew; the iteration goes on as if nothing had been done. */
    double trueResidual() {
        decomposition.multiply(matrix, x, q);
        double partial = 0.0;
        for (int i = 0; i < x.length; i++) {
            double rest = b[i] - q[i];
            partial += rest * rest;
        }
        one[0] = partial;
        decomposition.sum(one);
        return relative(Math.sqrt(one[0]));
    }

    private double relative(double norm) {
        return normB == 0.0 ? norm : norm / normB;
    }

    /** This ID's part of the solution as it is now; not a copy. */
    double[] x() {
        return x;
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
