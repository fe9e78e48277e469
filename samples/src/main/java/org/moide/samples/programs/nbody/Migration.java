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
 * Keeps the domains apart while bodies move: in each step those that have come to another engine's part of Hilbert's
 * curve go to that engine, and when the work is unbalanced the curve is cut anew ({@link Cuts}). Nobody ever has all
 * bodies.
 *
 * <p>A few strays cost more than to bring them home: alone in a large box, they need much of the tree around them.
 *
 * <p>Every method is called by all threads of all engines. Belongs to one thread.
 */
final class Migration {
    /** Numbers that IDs tell each other in each step: how many more come, and the work. */
    private static final int TOLD = 2;

    private final ComputeThread self;
    private final CommLib comm;
    private final Engines engines;
    private final Domain domain;
    private final BodySort sort;
    private @Nullable Parts parts;

    /**
     * The parts of the curve that the engines have.
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

    /** Says that all bodies were in this box when the last forces were computed. */
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
     * Brings all bodies where they belong; all have had forces. Cuts the curve anew when bodies have left its box, or
     * when an engine has had too much of the work: all threads are told what each has had, and so decide the same.
     *
     * @param rebalance an engine's work over its due, beyond which it is too much
     * @return whether it was cut
     */
    boolean move(double rebalance) {
        double work = domain.bodies.work(sort.from(), sort.end());
        Parts last = parts;
        boolean cuts = last == null || last.outgrown;
        Parts now = last == null || cuts ? cut() : last;
        Strays strays = strays(now);
        double[] told = tell(strays, work);
        if (!cuts && engines.isUnbalanced(id -> told[TOLD * id + 1], rebalance)) {
            cuts = true;
            now = cut();
            strays = strays(now);
            System.arraycopy(tell(strays, work), 0, told, 0, told.length);
        }
        parts = now;
        int[] in = new int[comm.count()];
        Arrays.setAll(in, id -> (int) told[TOLD * id]);
        double[] leaving = takeOut(strays);
        double[] coming = new double[Arrays.stream(in).sum()];
        comm.allToAll(Slice.of(leaving), strays.out, Slice.of(coming), in);
        if (engines.isFirstThread()) {
            take(coming);
        }
        self.barrier();
        return cuts;
    }

    /**
     * Tells each ID how many numbers go to it, and what work the calling thread has had; answers what each has told.
     */
    private double[] tell(Strays strays, double work) {
        double[] out = new double[TOLD * comm.count()];
        for (int id = 0; id < comm.count(); id++) {
            out[TOLD * id] = strays.out[id];
            out[TOLD * id + 1] = work;
        }
        double[] in = new double[out.length];
        comm.allToAll(Slice.of(out), Slice.of(in));
        return in;
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

    /** Bodies that are others' now, and how many numbers go to each ID; only an engine's first thread has any. */
    private static final class Strays {
        final int[] out;
        int[] bodies = new int[16];
        int[] engineOf = new int[16];
        int many;

        Strays(int ids) {
            out = new int[ids];
        }

        void add(int body, int engine) {
            if (many == bodies.length) {
                bodies = Arrays.copyOf(bodies, 2 * many);
                engineOf = Arrays.copyOf(engineOf, 2 * many);
            }
            bodies[many] = body;
            engineOf[many++] = engine;
        }
    }

    private Strays strays(Parts now) {
        Strays strays = new Strays(comm.count());
        if (!engines.isFirstThread()) {
            return strays;
        }
        Bodies bodies = domain.bodies;
        Extent extent = now.extent;
        Owners owners = new Owners(now.cuts);
        int count = bodies.count();
        int own = engines.own();
        for (int i = 0; i < count; i++) {
            int engine = owners.of(
                    Curve.part(bodies.x[i], extent.lowX(), extent.side()),
                    Curve.part(bodies.y[i], extent.lowY(), extent.side()),
                    Curve.part(bodies.z[i], extent.lowZ(), extent.side()));
            if (engine != own) {
                strays.add(i, engine);
                strays.out[engines.firstId(engine)] += Bodies.PACKED;
            }
        }
        return strays;
    }

    /** Takes them out of the domain; answers them in the order of engines. */
    private double[] takeOut(Strays strays) {
        Bodies bodies = domain.bodies;
        int[] places = new int[engines.count()];
        for (int engine = 1; engine < places.length; engine++) {
            places[engine] = places[engine - 1] + strays.out[engines.firstId(engine - 1)];
        }
        double[] packed = new double[strays.many * Bodies.PACKED];
        for (int i = 0; i < strays.many; i++) {
            int engine = strays.engineOf[i];
            bodies.pack(strays.bodies[i], packed, places[engine]);
            places[engine] += Bodies.PACKED;
        }
        double[] spare = new double[Bodies.PACKED];
        for (int i = strays.many - 1; i >= 0; i--) {
            bodies.remove(strays.bodies[i], spare); // from the end on: the last body is never a stray
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
