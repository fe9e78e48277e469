package org.moide.samples.primers;

import java.io.Serializable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;

/**
 * Heat on a square plate whose edges are kept at 0, on a grid. It begins with a wave, sin(kπx)·sin(kπy), which only
 * fades. {@link Stencil} and {@link Strips} share it, so that they compute the same bits.
 *
 * @param size rows and columns between the edges
 * @param wave half waves from edge to edge
 */
record Heat(int size, int steps, int wave) implements Serializable {
    private static final long serialVersionUID = 1L;

    static final String USAGE = """
            --size n    rows and columns between the plate's edges; default 1000
            --steps n   default 500
            --wave k    half waves from edge to edge; default 4
            """;

    /** Δt / Δx²: up to 1/4 the method is stable. */
    private static final double RATIO = 0.2;
    /** The error that rounding adds at most in one step: some times 2⁻⁵³. */
    private static final double ROUNDING = 1e-15;

    /** Reads what the arguments ask for. */
    static Heat of(Arguments arguments, int mostSize) {
        int size = arguments.count("--size", 1000, 1, mostSize);
        int steps = arguments.count("--steps", 500, 0, 100_000_000);
        return new Heat(size, steps, arguments.count("--wave", 4, 1, size));
    }

    /** The wave along one side: the heat at the beginning is that of the row times that of the column, from 1 on. */
    double sine(int index) {
        return StrictMath.sin(Math.PI * wave * index / (size + 1));
    }

    /** Computes a row, but for its first and last point, from the three rows around it. */
    static void stepRow(double[] now, double[] next, int begin, int width) {
        for (int at = begin + 1; at < begin + width - 1; at++) {
            double around = now[at - width] + now[at + width] + now[at - 1] + now[at + 1];
            next[at] = now[at] + RATIO * (around - 4.0 * now[at]);
        }
    }

    /** The part of itself to which the wave has faded at the end, on this grid. */
    double onGrid() {
        double spacing = 1.0 / (size + 1);
        double sine = StrictMath.sin(0.5 * Math.PI * wave * spacing);
        return StrictMath.pow(1.0 - 8.0 * RATIO * sine * sine, steps);
    }

    /** The decay without a grid. */
    double decay() {
        double spacing = 1.0 / (size + 1);
        return StrictMath.exp(-2.0 * wave * wave * Math.PI * Math.PI * RATIO * spacing * spacing * steps);
    }

    /**
     * Reports what is known of the end.
     *
     * @param error largest difference from the closed form
     * @param gridError the same from the grid's own
     */
    void tell(Report report, double error, double gridError) {
        report.put("error", error);
        report.put("gridError", gridError);
        report.put("decay", decay());
    }

    /** Looks whether each point has faded as it must. */
    void requireFaded(double gridError) {
        if (!(gridError <= ROUNDING * (steps + 1))) {
            throw new IllegalStateException(
                    "expected each point to fade to " + onGrid() + " of what it was, found one off by " + gridError);
        }
    }
}
