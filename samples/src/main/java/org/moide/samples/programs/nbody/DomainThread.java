package org.moide.samples.programs.nbody;

import java.util.Arrays;
import java.util.List;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.engine.ComputeThread;

/**
 * One compute thread's part of what an engine does with its {@link Domain}: sort, build the tree, exchange partial
 * trees, compute forces, move. Every method is called by all threads of all engines, in the same order.
 */
final class DomainThread {
    private static final int TAG_LENGTH = 1;
    private static final int TAG_TREE = 2;
    /** Each thread takes so many runs of the tree, so that the last to finish is not far behind. */
    private static final int RUNS_PER_THREAD = 8;
    /** Building smaller trees than this isn't worth sharing out. */
    private static final int LEAST_RUN = 256;

    private final ComputeThread self;
    private final CommLib comm;
    private final Engines engines;
    private final Domain domain;
    private final double theta;
    private final double softening;
    private final ForceWalk walk;
    private long interactions;

    DomainThread(ComputeThread self, Engines engines, Domain domain, Options options) {
        this.self = self;
        this.comm = self.comm();
        this.engines = engines;
        this.domain = domain;
        this.theta = options.theta();
        this.softening = options.softening();
        this.walk = new ForceWalk(softening, theta);
    }

    /** The first of this thread's bodies, where each has an equal part. */
    private int from() {
        return start(engines.thread());
    }

    private int end() {
        return start(engines.thread() + 1);
    }

    private int start(int thread) {
        return (int) ((long) domain.bodies.count() * thread / engines.threads());
    }

    void kickAndDrift(double step) {
        domain.bodies.kickAndDrift(from(), end(), step);
        self.barrier();
    }

    void kick(double step) {
        domain.bodies.kick(from(), end(), step);
        self.barrier();
    }

    /** Energy and momentum of all bodies of all engines. */
    Conserved conserved() {
        double[] sums = Conserved.sums(domain.bodies, from(), end());
        comm.allReduce(Slice.of(sums), Reduction.SUM);
        return Conserved.of(sums);
    }

    /** How much work the last forces were, for each engine. */
    double[] work() {
        double[] work = new double[engines.count()];
        work[engines.own()] = domain.bodies.work(from(), end());
        comm.allReduce(Slice.of(work), Reduction.SUM);
        return work;
    }

    /** How many interactions the last forces took, on all engines. */
    double interactions() {
        return comm.allReduce((double) interactions, Reduction.SUM);
    }

    /**
     * Computes acceleration and work of all bodies where they are now.
     *
     * @param potentials whether {@link #conserved} will be asked for
     */
    void forces(boolean potentials) {
        sort();
        buildTree();
        exchangePartialTrees();
        List<Tree> others = domain.others();
        walk.begin(domain.tree, others, domain.side);
        interactions = 0;
        int groups = domain.groups.length;
        for (int group = domain.groupTicket.getAndIncrement();
                group < groups;
                group = domain.groupTicket.getAndIncrement()) {
            interactions += walk.group(
                    domain.bodies, domain.tree, others, domain.groups[group], domain.groupForces[group], potentials);
        }
        self.barrier();
    }

    private void sort() {
        if (engines.isFirstThread() && domain.extents.length != engines.threads()) {
            domain.extents = new Extent[engines.threads()];
            Arrays.fill(domain.extents, Extent.EMPTY);
        }
        self.barrier();
        domain.extents[engines.thread()] = Extent.of(domain.bodies, from(), end());
        self.barrier();
        makeKeys();
        KeySort.sort(domain.keys, domain.order, from(), end(), domain.spareKeys, domain.spareOrder);
        self.barrier();
        boolean inSpare = mergeRuns();
        domain.spareBodies.take(domain.bodies, inSpare ? domain.spareOrder : domain.order, from(), end());
        self.barrier();
        if (engines.isFirstThread()) {
            domain.swapBodies();
            if (inSpare) {
                long[] swap = domain.keys;
                domain.keys = domain.spareKeys;
                domain.spareKeys = swap;
            }
        }
        self.barrier();
    }

    private void makeKeys() {
        Extent extent = Extent.EMPTY;
        for (Extent each : domain.extents) {
            extent = extent.with(each);
        }
        double side = extent.side();
        Bodies bodies = domain.bodies;
        for (int i = from(); i < end(); i++) {
            domain.order[i] = i;
            domain.keys[i] = Curve.morton(
                    Curve.part(bodies.x[i], extent.lowX(), side),
                    Curve.part(bodies.y[i], extent.lowY(), side),
                    Curve.part(bodies.z[i], extent.lowZ(), side));
        }
    }

    /** Merges the threads' sorted runs pairwise, and answers whether the result is in the spare arrays. */
    private boolean mergeRuns() {
        int threads = engines.threads();
        boolean inSpare = false;
        for (int width = 1; width < threads; width *= 2) {
            if (engines.thread() % (2 * width) == 0) {
                int first = start(engines.thread());
                int middle = start(Math.min(engines.thread() + width, threads));
                int end = start(Math.min(engines.thread() + 2 * width, threads));
                long[] keys = inSpare ? domain.spareKeys : domain.keys;
                int[] order = inSpare ? domain.spareOrder : domain.order;
                long[] toKeys = inSpare ? domain.keys : domain.spareKeys;
                int[] toOrder = inSpare ? domain.order : domain.spareOrder;
                KeySort.merge(keys, order, first, middle, end, toKeys, toOrder);
            }
            inSpare = !inSpare;
            self.barrier();
        }
        return inSpare;
    }

    private void buildTree() {
        TreeBuilder builder = new TreeBuilder(domain.bodies, domain.keys, theta);
        int most = Math.max(LEAST_RUN, domain.bodies.count() / (RUNS_PER_THREAD * engines.threads()));
        if (engines.isFirstThread()) {
            domain.runs = engines.threads() == 1 ? List.of() : builder.plan(most);
            domain.parts = new Cells[domain.runs.size()];
            domain.runTicket.set(0);
        }
        self.barrier();
        int runs = domain.runs.size();
        for (int run = domain.runTicket.getAndIncrement(); run < runs; run = domain.runTicket.getAndIncrement()) {
            domain.parts[run] = builder.build(domain.runs.get(run));
        }
        self.barrier();
        if (engines.isFirstThread()) {
            domain.setTree(
                    engines.threads() == 1 ? builder.build() : builder.assemble(most, Arrays.asList(domain.parts)));
            domain.partials = new Tree[engines.count()];
            Arrays.fill(domain.partials, Tree.of(new Cells(), new Bodies(0)));
        }
        self.barrier();
    }

    /** Each engine meets every other once; its threads take the rounds in turns, so that they cut trees side by side. */
    private void exchangePartialTrees() {
        List<double[]> all = List.of();
        if (engines.isFirstThread()) {
            Regions regions = Regions.of(domain.tree.cells, domain.bodies.count());
            all = engines.count() > 1 ? comm.allGather(regions.numbers()) : List.of(regions.numbers());
            domain.setForces(regions, Regions.forces(regions.numbers(), all, softening));
            domain.side = Regions.side(all);
        } else if (engines.count() > 1) {
            all = comm.allGather(new double[0]);
        }
        int[] lengthOut = new int[1];
        int[] lengthIn = new int[1];
        for (int round = engines.thread(); round < engines.rounds(); round += engines.threads()) {
            int partner = engines.partner(round);
            if (partner != Engines.NONE) {
                int id = engines.speaker(partner, round);
                double[] theirs = all.get(engines.firstId(partner));
                double[] out = PartialTree.encode(domain.tree, theirs, Regions.forces(theirs, all, softening));
                lengthOut[0] = out.length;
                comm.exchange(id, TAG_LENGTH, Slice.of(lengthOut), Slice.of(lengthIn));
                double[] in = new double[lengthIn[0]];
                comm.exchange(id, TAG_TREE, Slice.of(out), Slice.of(in));
                domain.partials[partner] = PartialTree.decode(in);
            }
        }
        self.barrier();
    }

    /** What the engine's first thread keeps of its domain for all: each body, in the order of the tree. */
    double[] packed() {
        if (!engines.isFirstThread()) {
            return new double[0];
        }
        Bodies bodies = domain.bodies;
        double[] part = new double[bodies.count() * Bodies.PACKED];
        for (int i = 0; i < bodies.count(); i++) {
            bodies.pack(i, part, i * Bodies.PACKED);
        }
        return part;
    }

    /** The reverse of {@link #packed}. */
    void unpack(double[] packed) {
        if (engines.isFirstThread()) {
            domain.resize(packed.length / Bodies.PACKED);
            for (int i = 0; i < domain.bodies.count(); i++) {
                domain.bodies.unpack(i, packed, i * Bodies.PACKED);
            }
        }
        self.barrier();
    }

    /**
     * Brings all bodies to ID 0.
     *
     * @param total how many there are in all
     * @return on ID 0 all bodies in no particular order, elsewhere none
     */
    Bodies gather(int total) {
        double[] part = packed();
        boolean root = comm.id() == 0;
        double[] packed = new double[root ? total * Bodies.PACKED : 0];
        comm.gather(0, Slice.of(part), Slice.of(packed));
        Bodies all = new Bodies(root ? total : 0);
        for (int i = 0; i < all.count(); i++) {
            all.unpack(i, packed, i * Bodies.PACKED);
        }
        return all;
    }

    /**
     * Partitions all bodies anew and gives each engine its domain.
     *
     * @param all on ID 0 all bodies; not read elsewhere
     */
    void distribute(Bodies all) {
        int[] counts = new int[engines.count()];
        double[] packed = new double[0];
        if (comm.id() == 0) {
            Domains domains = Domains.of(all, engines.shares());
            packed = new double[all.count() * Bodies.PACKED];
            for (int i = 0; i < all.count(); i++) {
                all.pack(domains.body(i), packed, i * Bodies.PACKED);
            }
            for (int engine = 0; engine < counts.length; engine++) {
                counts[engine] = domains.count(engine);
            }
        }
        comm.broadcast(0, Slice.of(counts));
        int count = engines.isFirstThread() ? counts[engines.own()] : 0;
        double[] part = new double[count * Bodies.PACKED];
        comm.scatter(0, Slice.of(packed), Slice.of(part));
        if (engines.isFirstThread()) {
            domain.resize(count);
            for (int i = 0; i < count; i++) {
                domain.bodies.unpack(i, part, i * Bodies.PACKED);
            }
        }
        self.barrier();
    }

    /**
     * The root of the mean square of the relative error of all accelerations, against the sum over all pairs, which all
     * threads compute together.
     *
     * @param all on ID 0 all bodies as they are now; not read elsewhere
     */
    double forceErrorRms(Bodies all, double softening) {
        double[] points = comm.broadcast(0, DirectSum.points(all));
        double[] sums = DirectSum.errors(points, domain.bodies, from(), end(), softening);
        comm.allReduce(Slice.of(sums), Reduction.SUM);
        return Math.sqrt(sums[0] / Math.max(1.0, sums[1]));
    }
}
