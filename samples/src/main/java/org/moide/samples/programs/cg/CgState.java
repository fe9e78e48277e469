package org.moide.samples.programs.cg;

import java.io.Serializable;
import java.util.List;
import org.moide.samples.programs.warm.Untimed;

/**
 * The state of one ID after an iteration, which the next iterations need.
 *
 * @param zeta the value of ζ after that iteration
 * @param elapsedNanos the measured time so far
 * @param untimed the account of the untimed steps that preceded the measured iterations
 * @param x this ID's part of the vector; must not be changed while the state is in use
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CgState(int iteration, double zeta, long elapsedNanos, Untimed untimed, double[] x) implements Serializable {
    private static final long serialVersionUID = 2L;

    static CgState initial(double[] x) {
        return new CgState(0, 0.0, 0, Untimed.NOTHING, x);
    }

    /**
     * Returns the rows from {@code firstRow} to {@code endRow} − 1, taken from the states of all IDs in their order.
     */
    static CgState cut(List<CgState> all, int firstRow, int endRow) {
        double[] rows = new double[endRow - firstRow];
        int begin = 0;
        CgState any = all.get(0);
        for (CgState state : all) {
            int from = Math.max(firstRow, begin);
            int to = Math.min(endRow, begin + state.x.length);
            if (from < to) {
                System.arraycopy(state.x, from - begin, rows, from - firstRow, to - from);
            }
            begin += state.x.length;
        }
        return new CgState(any.iteration, any.zeta, any.elapsedNanos, any.untimed, rows);
    }
}
