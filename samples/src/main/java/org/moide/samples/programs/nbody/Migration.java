package org.moide.samples.programs.nbody;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.Slice;
import org.moide.engine.ComputeThread;
import org.moide.samples.programs.nbody.curve.Curve;
import org.moide.samples.programs.nbody.curve.Cuts;
import org.moide.samples.programs.nbody.curve.Owners;

/**
 * Keeps the domains apart while bodies move: in each step those that have come to another engine's part of Hilbert's curve go
 * to that engine, and when the work is unbalanced the curve is cut anew ({@link Cuts}). Nobody ever has all bodies.
 *
 * <p>A few strays cost more than to bring them home: alone in a large box, they need much of the tree around them.
 *
 * <p>Every method is called by all threads of all engines. Belongs to one thread.
 */
final class Migration {
    private final ComputeThread self;
    private final CommLib comm;
    private final Engines engines;
    private final Domain domain;
    private final BodySort sort;
    private @Nullable Parts parts;

    /**
     * Which parts of the curve the engines have.
     *
     * @param extent the box that it fills
     * @param cuts the first key of each engine's part but the first's, ascending
     * @param outgrown whether bodies have gone so far out of the box that another is needed
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Parts(Extent extent, long[] cuts, boolean outgrown) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    Migration(ComputeThread self, Engines engines, Domain domain, BodySort sort) {
        this.self = self;
        this.comm = self.comm();
        this.engines = engines;
        this.domain = domain;
        this.sort = sort;
    }

    /** The parts by which bodies were moved last; null if none were. */
    @Nullable
    Parts parts() {
        return parts;
    }

    /** The box in which the domains were cut; null before the first cut. */
    @Nullable
    Extent box() {
        Parts now = parts;
        return now == null ? null : now.extent;
    }

    /** All bodies were in this box when the last forces were computed. */
    void sees(Extent all) {
        Parts now = parts;
        if (now != null && !now.extent.nearlyHolds(all)) {
            parts = new Parts(now.extent, now.cuts, true);
        }
    }

    /** Goes on with these parts; with null the next move cuts the curve. */
    void goOnWith(@Nullable Parts last) {
        parts = last;
    }

    /**
     * Brings all bodies where they belong; all have had forces.
     *
     * @param anew whether to cut the curve anew
     * @return whether it was cut
     */
    boolean move(boolean anew) {
        Parts last = parts;
        boolean cuts = anew || last == null || last.outgrown;
        Parts now = last == null || cuts ? cut() : last;
        parts = now;
        int[] out = new int[comm.count()];
        int[] in = new int[comm.count()];
        double[] leaving = engines.isFirstThread() ? leaving(now, out) : new double[0];
        comm.allToAll(Slice.of(out), Slice.of(in));
        double[] coming = new double[Arrays.stream(in).sum()];
        comm.allToAll(Slice.of(leaving), out, Slice.of(coming), in);
        if (engines.isFirstThread()) {
            take(coming);
        }
        self.barrier();
        return cuts;
    }

    private Parts cut() {
        Extent extent = sort.extentOfAll();
        sort.byHilbert(extent);
        Bodies bodies = domain.bodies;
        boolean speaks = engines.isFirstThread();
        List<Cuts.Profile> profiles =
                comm.allGather(speaks ? Cuts.profile(domain.keys, bodies.work, bodies.count()) : Cuts.Profile.EMPTY);
        return new Parts(extent, Cuts.of(profiles, engines.shares()), false);
    }

    /**
     * Takes the bodies out that are others' now.
     *
     * @param out becomes how many numbers go to each ID
     * @return the bodies, in the order of engines
     */
    private double[] leaving(Parts now, int[] out) {
        Bodies bodies = domain.bodies;
        Extent extent = now.extent;
        Owners owners = new Owners(now.cuts);
        int count = bodies.count();
        int[] strays = new int[count];
        int[] engineOf = new int[count];
        int[] places = new int[engines.count()];
        int many = 0;
        for (int i = 0; i < count; i++) {
            int engine = owners.of(
                    Curve.part(bodies.x[i], extent.lowX(), extent.side()),
                    Curve.part(bodies.y[i], extent.lowY(), extent.side()),
                    Curve.part(bodies.z[i], extent.lowZ(), extent.side()));
            if (engine != engines.own()) {
                strays[many] = i;
                engineOf[many++] = engine;
                out[engines.firstId(engine)] += Bodies.PACKED;
            }
        }
        for (int engine = 1; engine < places.length; engine++) {
            places[engine] = places[engine - 1] + out[engines.firstId(engine - 1)];
        }
        double[] packed = new double[many * Bodies.PACKED];
        for (int i = 0; i < many; i++) {
            bodies.pack(strays[i], packed, places[engineOf[i]]);
            places[engineOf[i]] += Bodies.PACKED;
        }
        double[] spare = new double[Bodies.PACKED];
        for (int i = many - 1; i >= 0; i--) {
            bodies.remove(strays[i], spare); // from the end on: the last body is never a stray
        }
        return packed;
    }

    private void take(double[] coming) {
        int came = coming.length / Bodies.PACKED;
        int before = domain.bodies.count();
        domain.enlarge(came);
        for (int i = 0; i < came; i++) {
            domain.bodies.unpack(before + i, coming, Bodies.PACKED * i);
        }
    }
}
