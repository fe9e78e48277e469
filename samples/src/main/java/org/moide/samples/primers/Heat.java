package org.moide.samples.primers;

import java.io.Serializable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;

/**
 * The heat on the grid of a square plate whose edges are kept at 0. It begins as a wave, sin(kπx)·sin(kπy), which keeps
 * its form and decays. {@link Stencil} and {@link Strips} share this class, so that they compute exactly the same
 * numbers.
 *
 * @param size the number of the grid's rows, and of its columns, without the edges
 * @param wave the number k of half waves from edge to edge
 */
record Heat(int size, int steps, int wave) implements Serializable {
    private static final long serialVersionUID = 1L;

    static final String USAGE = """
            --size n    rows and columns between the plate's edges; default 1000
            --steps n   default 500
            --wave k    half waves from edge to edge; default 4
            """;

    /** The ratio Δt / Δx². The method is stable if it is at most 1/4. */
    private static final double RATIO = 0.2;
    /** The most that rounding adds to the error in one step: a few times 2⁻⁵³. */
    private static final double ROUNDING = 1e-15;

    /** Reads the options. */
    static Heat of(Arguments arguments, int mostSize) {
        int size = arguments.count("--size", 1000, 1, mostSize);
        int steps = arguments.count("--steps", 500, 0, 100_000_000);
        return new Heat(size, steps, arguments.count("--wave", 4, 1, size));
    }

    /**
     * Returns the value of the initial wave along one side. The initial heat at a point is the value for its row
     * multiplied by that for its column.
     *
     * @param index the row or column, from 1
     */
    double sine(int index) {
        return StrictMath.sin(Math.PI * wave * index / (size + 1));
    }

    /**
     * Computes the next values of a line of points, which is a row or a column of the grid, except its first and last
     * point. The JIT compiler computes many points at once, because the loop reads all arrays where it writes: then it
     * does not matter to the compiler whether two of them are the same array.
     *
     * @param above the points above those of the line, at the same indexes; likewise {@code below}, {@code left} and
     *     {@code right}
     */
    static void step(double[] above, double[] below, double[] left, double[] right, double[] now, double[] next) {
        for (int at = 1; at < now.length - 1; at++) {
            double around = above[at] + below[at] + left[at] + right[at];
            next[at] = now[at] + RATIO * (around - 4.0 * now[at]);
        }
    }

    /** The neighbours of a line's points within the line, for {@link Heat#step}. Used by one thread. */
    static final class Beside {
        final double[] previous;
        final double[] following;

        Beside(int length) {
            previous = new double[length];
            following = new double[length];
        }

        /** Takes the neighbours of the points of a line. */
        void copy(double[] line) {
            System.arraycopy(line, 0, previous, 1, line.length - 1);
            System.arraycopy(line, 1, following, 0, line.length - 1);
        }
    }

    /**
     * Returns the exact factor by which the wave has decayed at the end, if it is computed on this grid without
     * rounding.
     */
    double onGrid() {
        double spacing = 1.0 / (size + 1);
        double sine = StrictMath.sin(0.5 * Math.PI * wave * spacing);
        return StrictMath.pow(1.0 - 8.0 * RATIO * sine * sine, steps);
    }

    /**
     * Returns the factor by which the wave has decayed at the end according to the closed form, that is, without a
     * grid.
     */
    double decay() {
        double spacing = 1.0 / (size + 1);
        return StrictMath.exp(-2.0 * wave * wave * Math.PI * Math.PI * RATIO * spacing * spacing * steps);
    }

    /**
     * Reports the decay and the errors at the end.
     *
     * @param error the largest difference of a point from the closed form
     * @param gridError the largest difference of a point from the exact values on the grid
     */
    void tell(Report report, double error, double gridError) {
        report.put("error", error);
        report.put("gridError", gridError);
        report.put("decay", decay());
    }

    /** Checks that the largest difference from the exact values on the grid is no more than rounding explains. */
    void requireFaded(double gridError) {
        if (!(gridError <= ROUNDING * (steps + 1))) {
            throw new IllegalStateException(
                    "expected each point to fade to " + onGrid() + " of what it was, found one off by " + gridError);
        }
    }
}
