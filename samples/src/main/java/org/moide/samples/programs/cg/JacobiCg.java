package org.moide.samples.programs.cg;

import java.util.Arrays;
import org.moide.samples.programs.cg.matrix.SparseMatrix;

/**
 * One ID's part of the conjugate gradient method with Jacobi's preconditioner, for A·x = b with A symmetric positive
 * definite (Saad, Iterative Methods for Sparse Linear Systems, algorithm 9.1). Used by that ID's thread only. Every
 * method that computes is collective, and all IDs get the same numbers.
 */
final class JacobiCg {
    private final Decomposition decomposition;
    private final SparseMatrix matrix;
    private final double[] inverseDiagonal;
    private final double[] b;
    private final double[] x;
    private final double[] r;
    private final double[] z;
    private final double[] p;
    private final double[] q;
    private final double[] two = new double[2];
    private final double normB;
    private double rho;
    private double normR;

    /**
     * Prepares to solve a system, beginning at x = 0.
     *
     * @param diagonal this ID's part of A's diagonal, all positive
     */
    JacobiCg(Decomposition decomposition, SparseMatrix matrix, double[] diagonal, double[] b) {
        this.decomposition = decomposition;
        this.matrix = matrix;
        inverseDiagonal = new double[diagonal.length];
        Arrays.setAll(inverseDiagonal, i -> 1.0 / diagonal[i]);
        this.b = b;
        int length = decomposition.vectorLength();
        x = new double[length];
        r = new double[length];
        z = new double[length];
        p = new double[length];
        q = new double[length];
        normB = Math.sqrt(decomposition.product(b, b));
    }

    /**
     * Starts from the current x, which is 0 at first. A new start computes the residual from x again, and so removes
     * the rounding errors that the residual had collected.
     */
    void begin() {
        decomposition.multiply(matrix, x, q);
        System.arraycopy(b, 0, r, 0, r.length);
        Vectors.add(-1.0, q, r);
        precondition();
        rho = two[0];
        System.arraycopy(z, 0, p, 0, p.length);
    }

    /** Continues from a state that {@link #kept} has returned. */
    void resume(SystemState state) {
        System.arraycopy(state.x(), 0, x, 0, x.length);
        System.arraycopy(state.r(), 0, r, 0, r.length);
        System.arraycopy(state.p(), 0, p, 0, p.length);
        rho = state.rho();
        precondition();
    }

    /** Returns the state that {@link #resume} needs. Its vectors are not copies: the next iteration changes them. */
    SystemState kept(int iteration, long elapsedNanos, int[] cuts) {
        return new SystemState(iteration, elapsedNanos, rho, cuts, x, r, p);
    }

    /** Computes z = r / diagonal, and puts r·z and r·r into {@link #two}. */
    private void precondition() {
        Vectors.multiply(inverseDiagonal, r, z);
        two[0] = Vectors.product(r, z);
        two[1] = Vectors.product(r, r);
        decomposition.sum(two);
        normR = Math.sqrt(two[1]);
    }

    /**
     * Runs one iteration.
     *
     * @return p·A·p before the iteration. If this is not {@link #isDefinite}, the iteration was not run
     */
    double step() {
        decomposition.multiply(matrix, p, q);
        double curvature = decomposition.product(p, q);
        if (!isDefinite(curvature)) {
            return curvature;
        }
        double alpha = rho / curvature;
        Vectors.add(alpha, p, x);
        Vectors.add(-alpha, q, r);
        precondition();
        double beta = two[0] / rho;
        rho = two[0];
        Vectors.scaleAndAdd(beta, p, z);
        return curvature;
    }

    /** Returns whether p·A·p has a value that is possible with a positive definite matrix: finite and above 0. */
    static boolean isDefinite(double curvature) {
        return curvature > 0.0 && !Double.isInfinite(curvature);
    }

    /** Returns ‖b‖. The result is infinite if its square is too large for a double; then no residual is meaningful. */
    double normB() {
        return normB;
    }

    /** Returns ‖r‖ / ‖b‖, where r is the residual that the iteration updates in each step; ‖r‖ if b is 0. */
    double carriedResidual() {
        return relative(normR);
    }

    /** Returns ‖b − A·x‖ / ‖b‖, computed from x. The state of the iteration does not change. */
    double trueResidual() {
        decomposition.multiply(matrix, x, q);
        Vectors.scaleAndAdd(-1.0, q, b);
        return relative(Math.sqrt(decomposition.product(q, q)));
    }

    private double relative(double norm) {
        return normB == 0.0 ? norm : norm / normB;
    }

    /** Returns this ID's part of the current solution; not a copy. */
    double[] x() {
        return x;
    }
}
