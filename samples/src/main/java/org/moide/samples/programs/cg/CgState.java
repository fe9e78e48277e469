package org.moide.samples.programs.cg;

import java.io.Serializable;
import java.util.List;
import org.moide.samples.programs.warm.Untimed;

/**
 * The state of one ID after an iteration: all that the next ones need.
 *
 * @param zeta of that iteration
 * @param elapsedNanos measured so far
 * @param untimed what went before the measured iterations
 * @param x this ID's part of the vector; not to be changed while somebody has the state
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CgState(int iteration, double zeta, long elapsedNanos, Untimed untimed, double[] x) implements Serializable {
    private static final long serialVersionUID = 2L;

    static CgState initial(double[] x) {
        return new CgState(0, 0.0, 0, Untimed.NOTHING, x);
    }

    /** The rows from the first up to, without, the end, of the parts of all IDs in their order. */
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
