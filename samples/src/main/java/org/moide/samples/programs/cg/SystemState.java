package org.moide.samples.programs.cg;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.moide.samples.programs.cg.matrix.Block;

/**
 * The state of one ID while a system is solved, which the next iterations need.
 *
 * @param iteration the number of iterations that were run; 0 if there is no saved state
 * @param cuts each ID's first row, followed by the number of rows; empty if the vectors are whole
 * @param x this ID's rows of the solution after these iterations; none of the vectors may be changed while the state is
 *     in use
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SystemState(int iteration, long elapsedNanos, double rho, int[] cuts, double[] x, double[] r, double[] p)
        implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final double[] NO_ROWS = {};

    static final SystemState NONE = new SystemState(0, 0, 0.0, new int[0], NO_ROWS, NO_ROWS, NO_ROWS);

    /**
     * Joins the states of all IDs, in their order, to one state with whole vectors, from which any number of IDs can
     * continue.
     */
    static SystemState joined(List<SystemState> all) {
        SystemState first = all.get(0);
        return new SystemState(
                first.iteration,
                first.elapsedNanos,
                first.rho,
                new int[0],
                joined(all, first, SystemState::x),
                joined(all, first, SystemState::r),
                joined(all, first, SystemState::p));
    }

    private static double[] joined(List<SystemState> all, SystemState first, Function<SystemState, double[]> vector) {
        double[] whole = new double[first.cuts[first.cuts.length - 1]];
        int at = 0;
        for (SystemState state : all) {
            double[] part = vector.apply(state);
            System.arraycopy(part, 0, whole, at, part.length);
            at += part.length;
        }
        return whole;
    }

    boolean isWhole() {
        return cuts.length == 0;
    }

    /**
     * Returns the state of an ID that has these rows. If the vectors are not whole, it returns this state, since it has
     * these rows already.
     */
    SystemState rows(Block rows) {
        return isWhole() && iteration > 0
                ? new SystemState(iteration, elapsedNanos, rho, cuts, part(x, rows), part(r, rows), part(p, rows))
                : this;
    }

    private static double[] part(double[] whole, Block rows) {
        return Arrays.copyOfRange(whole, rows.firstRow(), rows.endRow());
    }
}
