package org.moide.samples.programs.nbody;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The arrays that the threads of one engine share in cooperative mode: the bodies of its domain, its subtree, and the
 * partial subtrees of the others.
 *
 * <p><b>Threads.</b> The work is done in phases with a barrier of the engine between any two. In a phase a field is
 * either only read, or written by the engine's first thread, or its elements are written by the threads to which the
 * phase gives them. The barrier makes what was written visible; only the two tickets are used by several at once.
 */
final class Domain {
    /** A domain may grow by this part before its arrays must be others. */
    private static final int SPARE_PART = 8;

    Bodies bodies = new Bodies(0);
    /** The target of sorting, with as much room as {@link #bodies}. */
    Bodies spareBodies = new Bodies(0);

    long[] keys = new long[0];
    long[] spareKeys = new long[0];
    int[] order = new int[0];
    int[] spareOrder = new int[0];
    List<TreeBuilder.Run> runs = List.of();
    /** The tree of each run. */
    Cells[] parts = new Cells[0];
    /** The run that is to be built next. */
    final AtomicInteger runTicket = new AtomicInteger();

    Tree tree = Tree.of(new Cells(), bodies);
    Regions regions = Regions.of(tree.cells, 0);
    /** Cells whose bodies share a walk: all bodies are in one of them. */
    int[] groups = new int[0];
    /** About what force acts on each group. */
    double[] groupForces = new double[0];
    /** The group whose forces are to be computed next. */
    final AtomicInteger groupTicket = new AtomicInteger();
    /** The box around the bodies of all engines. */
    Extent extent = Extent.of(bodies, 0, 0);
    /** The partial trees that each engine sent; one's own is empty. */
    Tree[] partials = new Tree[0];
    /** Whether the first thread has been here: false in an object that the engine's threads do not share. */
    boolean shared;

    /** Makes room for other bodies; by the first thread. */
    void resize(int count) {
        bodies = new Bodies(count, count + count / SPARE_PART);
        int room = bodies.room();
        spareBodies = new Bodies(0, room);
        keys = new long[room];
        spareKeys = new long[room];
        order = new int[room];
        spareOrder = new int[room];
    }

    /** Makes room for {@code more} bodies after those that are there; by the first thread. */
    void enlarge(int more) {
        int count = bodies.count();
        if (count + more > bodies.room()) {
            Bodies before = bodies;
            resize(count + more);
            int[] same = new int[count];
            Arrays.setAll(same, i -> i);
            bodies.take(before, same, 0, count);
        }
        bodies.setCount(count + more);
    }

    /** Makes the sorted bodies the present ones; by the first thread. */
    void swapBodies() {
        Bodies swap = bodies;
        bodies = spareBodies;
        bodies.setCount(swap.count());
        spareBodies = swap;
    }

    /** Sets the tree over the present bodies, and its groups; by the first thread. */
    void setTree(Cells cells) {
        tree = Tree.of(cells, bodies);
        int[] found = new int[cells.count()];
        int count = 0;
        for (int cell = 0; cell < cells.count(); ) {
            if (cells.isLeaf(cell) || cells.population(cell, bodies.count()) <= ForceWalk.GROUP_BODIES) {
                found[count++] = cell;
                cell = cells.next[cell];
            } else {
                cell++;
            }
        }
        groups = Arrays.copyOf(found, count);
        groupTicket.set(0);
    }

    /**
     * Sets which force acts on each group; by the first thread.
     *
     * @param forces in each of the regions
     */
    void setForces(Regions regions, double[] forces) {
        groupForces = new double[groups.length];
        for (int group = 0; group < groups.length; group++) {
            groupForces[group] = forces[regions.region(groups[group])];
        }
    }

    /** The others' partial trees, in the order of engines. */
    List<Tree> others() {
        List<Tree> others = new ArrayList<>();
        for (Tree partial : partials) {
            if (partial.cells.count() > 0) {
                others.add(partial);
            }
        }
        return others;
    }
}
