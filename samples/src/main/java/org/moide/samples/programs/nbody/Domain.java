package org.moide.samples.programs.nbody;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The arrays that the threads of one engine share in cooperative mode: the bodies of its domain, its tree, and the
 * parts of the other engines' trees that it needs.
 *
 * <p><b>Threads.</b> The work is done in phases with a barrier of the engine between any two. In a phase, a field is
 * only read, or the engine's first thread writes it, or each thread writes the elements that the phase assigns to it.
 * The barrier makes the writes visible; only the two tickets are used by several threads at once.
 */
final class Domain {
    /**
     * Arrays are made larger than needed by the fraction 1 / {@code SPARE_PART} of a domain's size, so that the domain
     * can grow before new arrays are needed.
     */
    private static final int SPARE_PART = 8;

    Bodies bodies = new Bodies(0);
    /** The arrays into which bodies are sorted, with as much room as {@link #bodies}. */
    Bodies spareBodies = new Bodies(0);

    long[] keys = new long[0];
    long[] spareKeys = new long[0];
    int[] order = new int[0];
    int[] spareOrder = new int[0];
    List<TreeBuilder.Run> runs = List.of();
    /** The tree of each run. A run is a sequence of bodies of which one thread builds the tree. */
    Cells[] parts = new Cells[0];
    /** The number of the next run whose tree is to be built. */
    final AtomicInteger runTicket = new AtomicInteger();

    Tree tree = Tree.of(new Cells(), bodies);
    Regions regions = Regions.of(tree.cells, 0);
    /**
     * The cells that are groups: the bodies of a group share one walk of the tree. Each body is in exactly one group.
     */
    int[] groups = new int[0];
    /** The approximate force that acts on each group. */
    double[] groupForces = new double[0];
    /** The number of the next group whose forces are to be computed. */
    final AtomicInteger groupTicket = new AtomicInteger();
    /** The box around the bodies of all engines. */
    Extent extent = Extent.of(bodies, 0, 0);
    /** The parts of their trees that the other engines have sent, by engine; the entry of this engine is empty. */
    Tree[] partials = new Tree[0];
    /**
     * Whether the engine's first thread has used this object. If it is false, the engine's threads do not share the
     * object.
     */
    boolean shared;

    /** Makes room for other bodies. Called by the first thread. */
    void resize(int count) {
        bodies = new Bodies(count, count + count / SPARE_PART);
        int room = bodies.room();
        spareBodies = new Bodies(0, room);
        keys = new long[room];
        spareKeys = new long[room];
        order = new int[room];
        spareOrder = new int[room];
    }

    /** Makes room for {@code more} bodies in addition to the present ones. Called by the first thread. */
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

    /** Exchanges the sorted bodies with the present ones. Called by the first thread. */
    void swapBodies() {
        Bodies swap = bodies;
        bodies = spareBodies;
        bodies.setCount(swap.count());
        spareBodies = swap;
    }

    /** Sets the tree of the present bodies, and its groups. Called by the first thread. */
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
     * Sets the approximate force on each group. Called by the first thread.
     *
     * @param forces the force in each of the regions
     */
    void setForces(Regions regions, double[] forces) {
        groupForces = new double[groups.length];
        for (int group = 0; group < groups.length; group++) {
            groupForces[group] = forces[regions.region(groups[group])];
        }
    }

    /** Returns the other engines' parts of trees, in the order of engines. */
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
