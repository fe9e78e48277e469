package org.moide.samples.programs.cg.matrix;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.moide.engine.UsageException;

/**
 * The problem sizes of NPB CG (its "classes") as they are published, each with the ζ that a correct computation finds.
 *
 * <p>{@code order} is the matrix' number of rows, {@code nonZeros} the number of random elements of each vector, {@code
 * iterations} the number of steps of the inverse power method, and {@code shift} the number that is subtracted from the
 * matrix's diagonal. The matrix is a sum of the vectors' outer products.
 */
public enum ProblemClass {
    S(1_400, 7, 15, 10, 8.5971775078648),
    W(7_000, 8, 15, 12, 10.362595087124),
    A(14_000, 11, 15, 20, 17.130235054029),
    B(75_000, 13, 75, 60, 22.712745482631),
    C(150_000, 15, 75, 110, 28.973605592845),
    D(1_500_000, 21, 100, 500, 52.514532105794),
    E(9_000_000, 26, 100, 1_500, 77.522164599383);

    /**
     * The largest relative difference from the published ζ, |ζ − reference| / reference, with which a verification is
     * successful, as the benchmark defines it.
     */
    public static final double TOLERANCE = 1e-10;

    /** The number of steps of the conjugate gradient method for each step of the power method. */
    public static final int INNER_ITERATIONS = 25;

    /** The approximate smallest eigenvalue of the matrix before the shift. */
    static final double CONDITION = 0.1;

    private final int order;
    private final int nonZeros;
    private final int iterations;
    private final double shift;
    private final double zeta;

    ProblemClass(int order, int nonZeros, int iterations, double shift, double zeta) {
        this.order = order;
        this.nonZeros = nonZeros;
        this.iterations = iterations;
        this.shift = shift;
        this.zeta = zeta;
    }

    public int order() {
        return order;
    }

    Pattern pattern() {
        return new Pattern(order, nonZeros, shift);
    }

    public int iterations() {
        return iterations;
    }

    public double shift() {
        return shift;
    }

    public double zeta() {
        return zeta;
    }

    /** Returns whether {@code found} is the published ζ of this class, within {@link #TOLERANCE}. */
    public boolean verifies(double found) {
        return Math.abs(found - zeta) / zeta <= TOLERANCE;
    }

    /** Returns the work of {@code steps} steps in millions of operations, by the benchmark's own formula. */
    public double megaOperations(int steps) {
        double perVector = nonZeros * (nonZeros + 1.0);
        return 2.0 * steps * order * (3.0 + perVector + INNER_ITERATIONS * (5.0 + perVector) + 3.0) / 1e6;
    }

    /**
     * Returns the class with this name.
     *
     * @throws UsageException if there is none; the message lists the names
     */
    public static ProblemClass named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.name().equals(name.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new UsageException("--class: expected one of "
                        + Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(" ")) + ", found '" + name
                        + "'"));
    }
}
