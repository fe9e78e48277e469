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
 * Moves bodies between engines so that each engine keeps a part of Hilbert's curve. In each step, bodies that have
 * reached another engine's part are sent to that engine. When the work is unbalanced, the curve is divided again
 * ({@link Cuts}). No engine ever has all bodies.
 *
 * <p>It is cheaper to move even a few bodies than to leave them with an engine to whose part they do not belong: such a
 * body is alone in a large box, and needs many details of the tree around it.
 *
 * <p>Every method must be called by all threads of all engines. Each thread has its own object.
 */
final class Migration {
    /**
     * The number of values that each ID sends to each other in each step: how many numbers will follow, and the work.
     */
    private static final int TOLD = 2;

    private final ComputeThread self;
    private final CommLib comm;
    private final Engines engines;
    private final Domain domain;
    private final BodySort sort;
    private @Nullable Parts parts;

    /**
     * The parts of Hilbert's curve that the engines have.
     *
     * @param extent the box that the curve fills
     * @param cuts the first key of the part of each engine but the first, ascending
     * @param outgrown whether bodies are so far outside the box that another one is needed
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

    /** Returns the parts of the curve according to which bodies were last moved; null if they were never moved. */
    @Nullable
    Parts parts() {
        return parts;
    }

    /** Returns the box in which the curve was last divided; null before the first division. */
    @Nullable
    Extent box() {
        Parts now = parts;
        return now == null ? null : now.extent;
    }

    /**
     * Compares the box around all bodies, as of the last computation of forces, with the box in which the curve was
     * divided, and remembers if bodies are too far outside.
     */
    void sees(Extent all) {
        Parts now = parts;
        if (now != null && !now.extent.nearlyHolds(all)) {
            parts = new Parts(now.extent, now.cuts, true);
        }
    }

    /** Continues with these parts of the curve. If they are null, the next call of {@link #move} divides the curve. */
    void goOnWith(@Nullable Parts last) {
        parts = last;
    }

    /**
     * Moves all bodies to the engines to which they belong. Must be called after forces were computed. Divides the
     * curve again if bodies have left its box or if an engine had too much of the work. All threads are told the work
     * of each thread, and so make the same decision.
     *
     * @param rebalance an engine has too much work if it had more than this multiple of its share
     * @return whether the curve was divided again
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
     * Sends each ID how many numbers will follow for it, and the calling thread's work. Returns these two values from
     * all IDs.
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

    /**
     * The bodies that now belong to other engines, and how many numbers will be sent to each ID. Only in the first
     * thread of an engine are there any.
     */
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

    /**
     * Removes the strays' bodies from the domain, and returns them packed, in the order of the engines to which they
     * go.
     */
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
