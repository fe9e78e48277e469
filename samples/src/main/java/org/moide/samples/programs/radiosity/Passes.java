package org.moide.samples.programs.radiosity;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.moide.commlib.CommLib;
import org.moide.commlib.Pending;
import org.moide.commlib.Reduction;
import org.moide.engine.ComputeThread;

/**
 * One thread's part of the passes: refine, gather, push and pull its own trees, then move trees to where less is to do.
 * Every pass starts from how all surfaces shone after the one before, so the result does not depend on which thread has
 * which tree.
 */
final class Passes {
    /** Casting the rays of a link costs as much as gathering over so many. */
    private static final double EVALUATION_WORK = 100.0;

    private final Room room;
    private final CommLib comm;
    private final Refinement refinement;
    private final Neighbours neighbours;
    private final SortedMap<Integer, QuadTree> own = new TreeMap<>();
    private final double[] shares;
    private Allotment allotment;
    private long moved;

    /** What all IDs know after a pass. */
    record Outcome(double absorbed, double sent, long elements, long links) {}

    Passes(ComputeThread self, Room room, Refinement refinement) {
        this.room = room;
        this.comm = self.comm();
        this.refinement = refinement;
        this.shares = new double[self.count()];
        for (int id = 0; id < shares.length; id++) {
            shares[id] = self.share(id);
        }
        double[] areas = room.surfaces().stream().mapToDouble(Surface::area).toArray();
        this.allotment = Allotment.first(areas, shares);
        this.neighbours = new Neighbours(comm, allotment, areas.length);
        for (int surface = 0; surface < areas.length; surface++) {
            if (allotment.owner(surface) == comm.id()) {
                QuadTree tree = new QuadTree(surface, room.surfaces().get(surface));
                refinement.begin(tree);
                own.put(surface, tree);
            }
        }
        publish();
    }

    /** Shows the others how this thread's trees shine. */
    private void publish() {
        neighbours.publish(allotment, own.values());
    }

    Neighbours neighbours() {
        return neighbours;
    }

    /** How many trees have moved, of all IDs. */
    long moved() {
        return moved;
    }

    /** One pass. All IDs call. */
    Outcome pass() {
        double[] work = new double[room.surfaces().size()];
        QuadTree.Power power = new QuadTree.Power(0.0, 0.0);
        long elements = 0;
        long links = 0;
        for (QuadTree tree : own.values()) {
            long before = refinement.evaluations();
            refinement.refine(tree, neighbours::shine);
            power = power.plus(tree.pushAndPull(gather(tree), room.closed()));
            elements += tree.elements();
            links += tree.links().size();
            work[tree.surface()] = tree.links().size() + EVALUATION_WORK * (refinement.evaluations() - before);
        }
        double[] sums = {power.absorbed(), power.sent(), elements, links};
        comm.allReduce(sums, Reduction.SUM);
        comm.allReduce(work, Reduction.SUM);
        move(allotment.balanced(work));
        publish();
        return new Outcome(sums[0], sums[1], (long) sums[2], (long) sums[3]);
    }

    private double[] gather(QuadTree tree) {
        double[] gathered = new double[Shine.NUMBERS * tree.elements()];
        for (Link link : tree.links()) {
            Shine shine = neighbours.shine(link.source().surface());
            int source = shine.element(link.source());
            double factor = link.formFactor() * link.visible();
            for (int i = 0; i < Shine.NUMBERS; i++) {
                gathered[Shine.NUMBERS * link.element() + i] += factor * shine.number(source, i);
            }
        }
        return gathered;
    }

    private void move(Allotment next) {
        List<Pending> leaving = new ArrayList<>();
        for (int surface = 0; surface < room.surfaces().size(); surface++) {
            int from = allotment.owner(surface);
            int to = next.owner(surface);
            if (from != to) {
                moved++;
                if (from == comm.id()) {
                    leaving.add(comm.isend(to, surface, requireNonNull(own.remove(surface), "a tree of one's own")));
                }
            }
        }
        for (int surface = 0; surface < room.surfaces().size(); surface++) {
            int from = allotment.owner(surface);
            if (from != next.owner(surface) && next.owner(surface) == comm.id()) {
                own.put(surface, comm.receive(from, surface, QuadTree.class));
            }
        }
        leaving.forEach(Pending::await);
        allotment = next;
    }
}
