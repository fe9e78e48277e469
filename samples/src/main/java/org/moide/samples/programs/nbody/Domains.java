package org.moide.samples.programs.nbody;

import org.moide.samples.programs.nbody.curve.Curve;
import org.moide.samples.programs.nbody.curve.KeySort;

/**
 * A partition of all bodies into one domain for each engine. The leaves of the tree, in depth-first order, are divided
 * in proportion to the engines' power (MOIDE, §4). The children of a cell are in the order of Hilbert's curve, which
 * keeps domains compact. What is divided is the measured work, that is, the number of interactions when the force on
 * each body was last computed.
 */
final class Domains {
    private final int[] order;
    private final int[] ends;

    private Domains(int[] order, int[] ends) {
        this.order = order;
        this.ends = ends;
    }

    /**
     * Divides bodies among engines in proportion to their shares.
     *
     * @param shares the share of each engine; the shares add up to 1
     */
    static Domains of(Bodies bodies, double[] shares) {
        int count = bodies.count();
        long[] keys = new long[count];
        int[] order = new int[count];
        Extent extent = Extent.of(bodies, 0, count);
        double side = extent.side();
        for (int i = 0; i < count; i++) {
            order[i] = i;
            keys[i] = Curve.hilbert(
                    Curve.part(bodies.x[i], extent.lowX(), side),
                    Curve.part(bodies.y[i], extent.lowY(), side),
                    Curve.part(bodies.z[i], extent.lowZ(), side));
        }
        KeySort.sort(keys, order, 0, count, new long[count], new int[count]);
        return new Domains(order, cut(bodies, order, shares));
    }

    private static int[] cut(Bodies bodies, int[] order, double[] shares) {
        double total = bodies.work(0, bodies.count());
        int[] ends = new int[shares.length];
        int at = 0;
        double before = 0.0;
        double target = 0.0;
        for (int engine = 0; engine < shares.length; engine++) {
            target += shares[engine] * total;
            // A body belongs to the engine in whose part the middle of its work is.
            while (at < order.length && before + 0.5 * bodies.work[order[at]] < target) {
                before += bodies.work[order[at]];
                at++;
            }
            ends[engine] = at;
        }
        ends[shares.length - 1] = order.length; // independent of rounding
        return ends;
    }

    /** Returns the index of the body at a place in the order of the domains. */
    int body(int place) {
        return order[place];
    }

    /** Returns the place of an engine's first body. */
    int start(int engine) {
        return engine == 0 ? 0 : ends[engine - 1];
    }

    int count(int engine) {
        return ends[engine] - start(engine);
    }
}
