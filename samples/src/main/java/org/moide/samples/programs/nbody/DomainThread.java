package org.moide.samples.programs.nbody;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.engine.ComputeThread;

/**
 * One compute thread's part in the work on an engine's {@link Domain}: sorting, building the tree, exchanging parts of
 * trees, computing forces, moving bodies. Every method must be called by all threads of all engines, in the same order.
 */
final class DomainThread {
    private static final int TAG_LENGTH = 1;
    private static final int TAG_TREE = 2;
    /**
     * The number of runs (parts of the tree that are built separately) for each thread. With several, all threads
     * finish at about the same time.
     */
    private static final int RUNS_PER_THREAD = 8;
    /** The least number of bodies in a run. It is not worthwhile to divide smaller trees among threads. */
    private static final int LEAST_RUN = 256;

    private final ComputeThread self;
    private final CommLib comm;
    private final Engines engines;
    private final Domain domain;
    private final double theta;
    private final double softening;
    private final boolean quadrupoles;
    private final ForceWalk walk;
    private final BodySort sort;
    private final Migration migration;
    private long interactions;

    DomainThread(ComputeThread self, Engines engines, Domain domain, Options options) {
        this.self = self;
        this.comm = self.comm();
        this.engines = engines;
        this.domain = domain;
        this.theta = options.theta();
        this.softening = options.softening();
        this.quadrupoles = options.quadrupoles();
        this.walk = new ForceWalk(softening, theta);
        this.sort = new BodySort(self, engines, domain);
        this.migration = new Migration(self, engines, domain, sort);
    }

    void kickAndDrift(double step) {
        domain.bodies.kickAndDrift(sort.from(), sort.end(), step);
        self.barrier();
    }

    void kick(double step) {
        domain.bodies.kick(sort.from(), sort.end(), step);
        self.barrier();
    }

    /** Returns energy and momentum of all bodies of all engines. */
    Conserved conserved() {
        double[] sums = Conserved.sums(domain.bodies, sort.from(), sort.end());
        comm.allReduce(Slice.of(sums), Reduction.SUM);
        return Conserved.of(sums);
    }

    /** Returns how many interactions the calling thread has computed for the last forces. */
    long interactions() {
        return interactions;
    }

    /** Returns the sum of a number over all threads of all engines. */
    double sum(double own) {
        double[] sum = {own};
        comm.allReduce(Slice.of(sum), Reduction.SUM);
        return sum[0];
    }

    /**
     * Computes the accelerations of all bodies at their present positions, and the work for each body.
     *
     * @param potentials whether to compute potentials too, which {@link #conserved} needs
     */
    void forces(boolean potentials) {
        sort.byMorton(migration.box());
        buildTree();
        exchangePartialTrees();
        migration.sees(domain.extent);
        List<Tree> others = domain.others();
        walk.begin(domain.tree, others, domain.extent.side());
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

    private void buildTree() {
        TreeBuilder builder = new TreeBuilder(domain.bodies, domain.keys, theta, quadrupoles);
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

    /**
     * Exchanges parts of trees. Each engine exchanges with every other engine once. The threads of an engine take
     * turns, so that they select parts of the tree in parallel.
     */
    private void exchangePartialTrees() {
        if (engines.isFirstThread()) {
            domain.regions = Regions.of(domain.tree.cells, domain.bodies.count());
        }
        List<double[]> all = allRegions();
        if (engines.isFirstThread()) {
            double[] own = domain.regions.numbers();
            domain.setForces(domain.regions, Regions.forces(own, all, softening, quadrupoles));
            domain.extent = Regions.extent(all);
        }
        int[] lengthOut = new int[1];
        int[] lengthIn = new int[1];
        for (int round = engines.thread(); round < engines.rounds(); round += engines.threads()) {
            int partner = engines.partner(round);
            if (partner != Engines.NONE) {
                int id = engines.speaker(partner, round);
                double[] theirs = all.get(partner);
                double[] out =
                        PartialTree.encode(domain.tree, theirs, Regions.forces(theirs, all, softening, quadrupoles));
                lengthOut[0] = out.length;
                comm.exchange(id, TAG_LENGTH, Slice.of(lengthOut), Slice.of(lengthIn));
                double[] in = new double[lengthIn[0]];
                comm.exchange(id, TAG_TREE, Slice.of(out), Slice.of(in));
                domain.partials[partner] = PartialTree.decode(in);
            }
        }
        self.barrier();
    }

    /**
     * Returns the regions of each engine as numbers. Each thread of an engine sends a part of the engine's numbers; all
     * parts have the same length.
     */
    private List<double[]> allRegions() {
        if (engines.count() == 1) {
            return engines.isFirstThread() ? List.of(domain.regions.numbers()) : List.of();
        }
        self.barrier();
        int ofEach = -Math.floorDiv(-Regions.TOLD, engines.leastThreads());
        double[] own = Arrays.copyOf(domain.regions.told(), ofEach * engines.threads());
        double[] part = Arrays.copyOfRange(own, ofEach * engines.thread(), ofEach * (engines.thread() + 1));
        double[] all = new double[ofEach * comm.count()];
        comm.allGather(Slice.of(part), Slice.of(all));
        return engines.joined(all, ofEach).stream().map(Regions::numbersOf).toList();
    }

    /**
     * Returns the bodies of the domain, packed in the order of the tree, for a checkpoint. The engine's first thread
     * saves them for all its threads.
     */
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

    /** Restores the bodies from the results of {@link #packed} and {@link #parts}. */
    void unpack(double[] packed, Migration.@Nullable Parts parts) {
        migration.goOnWith(parts);
        if (engines.isFirstThread()) {
            domain.resize(packed.length / Bodies.PACKED);
            for (int i = 0; i < domain.bodies.count(); i++) {
                domain.bodies.unpack(i, packed, i * Bodies.PACKED);
            }
        }
        self.barrier();
    }

    /**
     * Sends all bodies to ID 0.
     *
     * @param total the number of all bodies
     * @return on ID 0, all bodies in no particular order; on other IDs, no bodies
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

    /** Moves bodies between engines; see {@link Migration#move}. */
    boolean migrate(double rebalance) {
        return migration.move(rebalance);
    }

    Migration.@Nullable Parts parts() {
        return migration.parts();
    }

    /**
     * Divides all bodies among the engines, and sends each engine its domain.
     *
     * @param all all bodies on ID 0; not used on other IDs
     */
    void distribute(Bodies all) {
        migration.goOnWith(null);
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
     * Returns the root mean square of the relative errors of all accelerations. They are compared with the sum over all
     * pairs, which all threads compute together.
     *
     * @param all on ID 0, all bodies in their present state; not used on other IDs
     */
    double forceErrorRms(Bodies all, double softening) {
        double[] points = comm.broadcast(0, DirectSum.points(all));
        double[] sums = DirectSum.errors(points, domain.bodies, sort.from(), sort.end(), softening);
        comm.allReduce(Slice.of(sums), Reduction.SUM);
        return Math.sqrt(sums[0] / Math.max(1.0, sums[1]));
    }
}
