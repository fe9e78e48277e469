package org.moide.samples.programs.nbody;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds the tree over bodies that are in the order of their {@link Curve} keys: a cell is a run of bodies whose keys
 * begin alike, its children are cut where the next three bits change. Which thread builds what changes nothing: the
 * cells are always the same, bit for bit.
 *
 * <p>To build with several threads, {@link #plan} cuts the bodies into runs, each thread {@link #build builds} the trees
 * of some, and {@link #assemble} puts the top on them.
 *
 * <p><b>Acceptance.</b> The paper takes a cell as a whole where l/d &lt; θ. Here l is the longest side of the smallest
 * box around the cell's bodies, and d is shortened by the distance between the cell's centre of mass and the box'
 * centre (Barnes 1994): with θ ≤ 1 no cell is then taken as a whole by a body in its own box, which the plain test
 * allows and which makes errors as large as the force itself.
 */
final class TreeBuilder {
    /** So few bodies make a leaf. Their forces are computed together, from one list of interactions. */
    static final int LEAF_BODIES = 16;

    private final Bodies bodies;
    private final long[] keys;
    private final double theta;

    /** A run of bodies, from the first up to, without, the end. */
    record Run(int from, int end) {
        int bodies() {
            return end - from;
        }
    }

    /**
     * @param bodies in ascending order of {@code keys}
     * @param theta how wide a cell may seem; from 0 (every pair of bodies interacts) to 1
     */
    TreeBuilder(Bodies bodies, long[] keys, double theta) {
        this.bodies = bodies;
        this.keys = keys;
        this.theta = theta;
    }

    /** The whole tree, by the calling thread. */
    Cells build() {
        Cells cells = new Cells();
        if (bodies.count() > 0) {
            grow(cells, new Run(0, bodies.count()));
        }
        return cells;
    }

    /** The tree of one run of {@link #plan}. */
    Cells build(Run run) {
        Cells cells = new Cells();
        grow(cells, run);
        return cells;
    }

    /** Cuts the tree below cells of more than {@code most} bodies; the runs are in order. */
    List<Run> plan(int most) {
        List<Run> runs = new ArrayList<>();
        if (bodies.count() > 0) {
            plan(new Run(0, bodies.count()), most, runs);
        }
        return runs;
    }

    private void plan(Run run, int most, List<Run> runs) {
        if (run.bodies() <= Math.max(most, LEAF_BODIES) || isLeaf(run)) {
            runs.add(run);
            return;
        }
        int shift = splitShift(run);
        for (int from = run.from; from < run.end; ) {
            int end = childEnd(from, run.end, shift);
            plan(new Run(from, end), most, runs);
            from = end;
        }
    }

    /** The whole tree of the trees of all runs that {@code plan(most)} gave. */
    Cells assemble(int most, List<Cells> parts) {
        Cells cells = new Cells();
        if (bodies.count() > 0) {
            int used = assemble(cells, new Run(0, bodies.count()), most, parts, 0);
            if (used != parts.size()) {
                throw new IllegalStateException("expected the trees of " + used + " runs, found " + parts.size());
            }
        }
        return cells;
    }

    private int assemble(Cells cells, Run run, int most, List<Cells> parts, int used) {
        if (run.bodies() <= Math.max(most, LEAF_BODIES) || isLeaf(run)) {
            cells.addAll(parts.get(used));
            return used + 1;
        }
        int cell = cells.add();
        cells.first[cell] = run.from;
        cells.bodies[cell] = 0;
        int shift = splitShift(run);
        int done = used;
        for (int from = run.from; from < run.end; ) {
            int end = childEnd(from, run.end, shift);
            done = assemble(cells, new Run(from, end), most, parts, done);
            from = end;
        }
        finishInner(cells, cell);
        return done;
    }

    private void grow(Cells cells, Run run) {
        int cell = cells.add();
        cells.first[cell] = run.from;
        if (isLeaf(run)) {
            cells.bodies[cell] = run.bodies();
            finishLeaf(cells, cell);
            return;
        }
        cells.bodies[cell] = 0;
        int shift = splitShift(run);
        for (int from = run.from; from < run.end; ) {
            int end = childEnd(from, run.end, shift);
            grow(cells, new Run(from, end));
            from = end;
        }
        finishInner(cells, cell);
    }

    private boolean isLeaf(Run run) {
        return run.bodies() <= LEAF_BODIES || keys[run.from] == keys[run.end - 1];
    }

    /** The place of the three bits in which the run's keys first differ: levels that would have one child are left out. */
    private int splitShift(Run run) {
        long differing = keys[run.from] ^ keys[run.end - 1];
        int highest = Long.SIZE - 1 - Long.numberOfLeadingZeros(differing);
        return highest / 3 * 3;
    }

    /** The end of the bodies that have the same three bits as the one at {@code from}, by bisection. */
    private int childEnd(int from, int end, int shift) {
        long digit = keys[from] >>> shift;
        int low = from + 1;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (keys[middle] >>> shift == digit) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void finishLeaf(Cells cells, int cell) {
        double mass = 0.0;
        double x = 0.0;
        double y = 0.0;
        double z = 0.0;
        emptyBox(cells, cell);
        int at = 6 * cell;
        int first = cells.first[cell];
        for (int i = first; i < first + cells.bodies[cell]; i++) {
            mass += bodies.mass[i];
            x += bodies.mass[i] * bodies.x[i];
            y += bodies.mass[i] * bodies.y[i];
            z += bodies.mass[i] * bodies.z[i];
            widen(cells.box, at, bodies.x[i], bodies.x[i]);
            widen(cells.box, at + 1, bodies.y[i], bodies.y[i]);
            widen(cells.box, at + 2, bodies.z[i], bodies.z[i]);
        }
        cells.next[cell] = cells.count();
        finish(cells, cell, mass, x, y, z);
    }

    private void finishInner(Cells cells, int cell) {
        double mass = 0.0;
        double x = 0.0;
        double y = 0.0;
        double z = 0.0;
        emptyBox(cells, cell);
        int at = 6 * cell;
        for (int child = cell + 1; child < cells.count(); child = cells.next[child]) {
            mass += cells.mass[child];
            x += cells.mass[child] * cells.x[child];
            y += cells.mass[child] * cells.y[child];
            z += cells.mass[child] * cells.z[child];
            for (int axis = 0; axis < 3; axis++) {
                widen(cells.box, at + axis, cells.box[6 * child + axis], cells.box[6 * child + 3 + axis]);
            }
        }
        cells.next[cell] = cells.count();
        finish(cells, cell, mass, x, y, z);
    }

    private static void emptyBox(Cells cells, int cell) {
        for (int axis = 0; axis < 3; axis++) {
            cells.box[6 * cell + axis] = Double.POSITIVE_INFINITY;
            cells.box[6 * cell + 3 + axis] = Double.NEGATIVE_INFINITY;
        }
    }

    private static void widen(double[] box, int at, double low, double high) {
        box[at] = Math.min(box[at], low);
        box[at + 3] = Math.max(box[at + 3], high);
    }

    /** Sets centre of mass and acceptance; the sums are weighted with masses. A cell without mass has its box' centre. */
    private void finish(Cells cells, int cell, double mass, double x, double y, double z) {
        int at = 6 * cell;
        double[] box = cells.box;
        double middleX = 0.5 * (box[at] + box[at + 3]);
        double middleY = 0.5 * (box[at + 1] + box[at + 4]);
        double middleZ = 0.5 * (box[at + 2] + box[at + 5]);
        cells.mass[cell] = mass;
        cells.x[cell] = mass > 0.0 ? x / mass : middleX;
        cells.y[cell] = mass > 0.0 ? y / mass : middleY;
        cells.z[cell] = mass > 0.0 ? z / mass : middleZ;
        double dx = cells.x[cell] - middleX;
        double dy = cells.y[cell] - middleY;
        double dz = cells.z[cell] - middleZ;
        double beyond = cells.width(cell) / theta + Math.sqrt(dx * dx + dy * dy + dz * dz);
        cells.opening[cell] = theta > 0.0 ? beyond * beyond : Double.POSITIVE_INFINITY;
    }
}
