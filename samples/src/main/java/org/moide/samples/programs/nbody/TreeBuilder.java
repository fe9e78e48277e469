package org.moide.samples.programs.nbody;

import java.util.ArrayList;
import java.util.List;
import org.moide.samples.programs.nbody.force.QuadrupoleList;

/**
 * Builds the tree over bodies that are in the order of their {@link org.moide.samples.programs.nbody.curve.Curve} keys:
 * a cell is a sequence of bodies whose keys begin with the same bits, and its children begin where the next three bits
 * change. The cells are exactly the same for any number of threads.
 *
 * <p>To build with several threads, {@link #plan} divides the bodies into runs, each thread {@link #build builds} the
 * trees of some runs, and {@link #assemble} adds the cells above them.
 *
 * <p><b>Acceptance.</b> In the paper, a cell acts as a point if its width divided by its distance, l/d, is less than θ.
 * Most of the work is then spent on cells that hardly matter. Here a cell acts as a point if the largest term that this
 * neglects, which is M·s²/d⁴ for a mass M with mean square radius s² at the distance d, is less than {@link
 * #TOLERANCE}·θ⁴ of the force that acts there (as in Salmon and Warren 1994, and Springel 2005; {@link Regions}
 * estimates the force). The cell must also be farther than s, and it never acts as a whole on bodies that are in it. A
 * cell that acts with its quadrupole neglects a term of M·s³/d⁵, which is compared in the same way, with θ⁵. The same θ
 * gives no larger error than the paper's rule, with about half of the interactions.
 */
final class TreeBuilder {
    /** The most bodies of a leaf. A walk either uses all bodies of a leaf one by one, or uses the leaf as a point. */
    static final int LEAF_BODIES = 16;

    /** The fraction of a force by which a single cell may be wrong, with θ = 1. */
    private static final double TOLERANCE = 0.02;

    /**
     * The counterpart of {@link #TOLERANCE} for cells that act with their quadrupoles. With this value, forces have the
     * same error.
     */
    private static final double QUADRUPOLE_TOLERANCE = 0.03;

    /**
     * The exponent that turns a fifth power into a fourth power. Cells with quadrupoles are judged by the fifth power
     * of a distance, but the values stored for a cell are compared with the fourth.
     */
    private static final double FIFTH_TO_FOURTH = 0.8;

    private final Bodies bodies;
    private final long[] keys;
    private final double tolerance;
    private final boolean quadrupoles;

    /** A sequence of bodies, from {@code from} to {@code end} − 1. */
    record Run(int from, int end) {
        int bodies() {
            return end - from;
        }
    }

    /**
     * Prepares to build a tree whose cells act as points.
     *
     * @param bodies in ascending order of {@code keys}
     * @param theta the accuracy, from 0 (every pair of bodies interacts) to 1
     */
    TreeBuilder(Bodies bodies, long[] keys, double theta) {
        this(bodies, keys, theta, false);
    }

    /**
     * Prepares to build a tree.
     *
     * @param quadrupoles whether cells act not only as points but also with their second moments
     */
    TreeBuilder(Bodies bodies, long[] keys, double theta, boolean quadrupoles) {
        this.bodies = bodies;
        this.keys = keys;
        this.quadrupoles = quadrupoles;
        double fourth = theta * theta * theta * theta;
        this.tolerance = quadrupoles ? QUADRUPOLE_TOLERANCE * theta * fourth : TOLERANCE * fourth;
    }

    /**
     * Returns the measure by which cells are judged in place of the force. It is the force itself, or with quadrupoles
     * a power of it, since the neglected term then has another power of the distance.
     */
    static double measureOfForce(double force, boolean quadrupoles) {
        return quadrupoles ? StrictMath.pow(force, FIFTH_TO_FOURTH) : force;
    }

    /** Builds the whole tree on the calling thread. */
    Cells build() {
        Cells cells = new Cells(bodies.count(), quadrupoles);
        if (bodies.count() > 0) {
            grow(cells, new Run(0, bodies.count()));
        }
        return cells;
    }

    /** Builds the tree of one run of {@link #plan}. */
    Cells build(Run run) {
        Cells cells = new Cells(run.bodies(), quadrupoles);
        grow(cells, run);
        return cells;
    }

    /**
     * Divides the bodies into runs. Cells of more than {@code most} bodies are replaced by their children until no such
     * cell is left; then there is a run for each cell, in order.
     */
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

    /** Returns the whole tree, made from the trees of all runs that {@code plan(most)} has returned. */
    Cells assemble(int most, List<Cells> parts) {
        Cells cells = new Cells(parts.stream().mapToInt(Cells::count).sum() + parts.size(), quadrupoles);
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

    /**
     * Returns by how many bits keys must be shifted so that the first three bits in which the keys of the run differ
     * are the lowest. Levels of the tree with only one child are left out.
     */
    private int splitShift(Run run) {
        long differing = keys[run.from] ^ keys[run.end - 1];
        int highest = Long.SIZE - 1 - Long.numberOfLeadingZeros(differing);
        return highest / 3 * 3;
    }

    /**
     * Returns where the bodies end that have the same three bits as the body at {@code from}. It uses binary search.
     */
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
        centre(cells, cell, mass, x, y, z);
        double inertia = 0.0;
        for (int i = first; i < first + cells.bodies[cell]; i++) {
            double dx = bodies.x[i] - cells.x(cell);
            double dy = bodies.y[i] - cells.y(cell);
            double dz = bodies.z[i] - cells.z(cell);
            inertia += bodies.mass[i] * (dx * dx + dy * dy + dz * dz);
            if (quadrupoles) {
                addMoments(cells, cell, bodies.mass[i], dx, dy, dz);
            }
        }
        measure(cells, cell, inertia);
    }

    private void finishInner(Cells cells, int cell) {
        double mass = 0.0;
        double x = 0.0;
        double y = 0.0;
        double z = 0.0;
        emptyBox(cells, cell);
        int at = 6 * cell;
        for (int child = cell + 1; child < cells.count(); child = cells.next[child]) {
            mass += cells.mass(child);
            x += cells.mass(child) * cells.x(child);
            y += cells.mass(child) * cells.y(child);
            z += cells.mass(child) * cells.z(child);
            for (int axis = 0; axis < 3; axis++) {
                widen(cells.box, at + axis, cells.box[6 * child + axis], cells.box[6 * child + 3 + axis]);
            }
        }
        cells.next[cell] = cells.count();
        centre(cells, cell, mass, x, y, z);
        double inertia = 0.0;
        for (int child = cell + 1; child < cells.count(); child = cells.next[child]) {
            double dx = cells.x(child) - cells.x(cell);
            double dy = cells.y(child) - cells.y(cell);
            double dz = cells.z(child) - cells.z(cell);
            inertia += cells.mass(child) * (cells.spread(child) + dx * dx + dy * dy + dz * dz);
            if (quadrupoles) {
                addMoments(cells, cell, cells.mass(child), dx, dy, dz);
                for (int i = 0; i < QuadrupoleList.NUMBERS; i++) {
                    cells.quadrupoles[QuadrupoleList.NUMBERS * cell + i] +=
                            cells.quadrupoles[QuadrupoleList.NUMBERS * child + i];
                }
            }
        }
        measure(cells, cell, inertia);
    }

    private static void addMoments(Cells cells, int cell, double mass, double dx, double dy, double dz) {
        int at = QuadrupoleList.NUMBERS * cell;
        cells.quadrupoles[at] += mass * dx * dx;
        cells.quadrupoles[at + 1] += mass * dy * dy;
        cells.quadrupoles[at + 2] += mass * dz * dz;
        cells.quadrupoles[at + 3] += mass * dx * dy;
        cells.quadrupoles[at + 4] += mass * dx * dz;
        cells.quadrupoles[at + 5] += mass * dy * dz;
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

    /**
     * Sets the mass and the centre of mass of a cell.
     *
     * @param x the sum of masses times x, in the same way as {@code y} and {@code z}. A cell without mass gets the
     *     centre of its box
     */
    private static void centre(Cells cells, int cell, double mass, double x, double y, double z) {
        int at = 6 * cell;
        double[] box = cells.box;
        int node = Cells.NODE * cell;
        cells.nodes[node] = mass > 0.0 ? x / mass : 0.5 * (box[at] + box[at + 3]);
        cells.nodes[node + 1] = mass > 0.0 ? y / mass : 0.5 * (box[at + 1] + box[at + 4]);
        cells.nodes[node + 2] = mass > 0.0 ? z / mass : 0.5 * (box[at + 2] + box[at + 5]);
        cells.nodes[node + Cells.MASS] = mass;
    }

    /**
     * Sets the values that decide whether a cell acts as a whole: its spread and its moment.
     *
     * @param inertia the sum, over the cell's bodies, of the mass times the squared distance from the centre of mass
     */
    private void measure(Cells cells, int cell, double inertia) {
        double mass = cells.mass(cell);
        int node = Cells.NODE * cell;
        double spread = mass > 0.0 ? inertia / mass : 0.0;
        double leftOut = quadrupoles ? inertia * Math.sqrt(spread) : inertia;
        cells.nodes[node + Cells.SPREAD] = spread;
        cells.nodes[node + Cells.MOMENT] =
                tolerance > 0.0 ? measureOfForce(leftOut / tolerance, quadrupoles) : Double.POSITIVE_INFINITY;
    }
}
