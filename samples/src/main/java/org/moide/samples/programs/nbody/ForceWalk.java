package org.moide.samples.programs.nbody;

import java.util.Arrays;
import java.util.List;
import org.moide.samples.programs.nbody.force.Attraction;
import org.moide.samples.programs.nbody.force.DoubleAttraction;
import org.moide.samples.programs.nbody.force.PointList;
import org.moide.samples.programs.nbody.force.QuadrupoleList;
import org.moide.samples.programs.nbody.force.SingleAttraction;

/**
 * Computes the forces on a group of bodies. One walk through all trees makes a list of cells and bodies that is valid
 * for every body in the group's box; then the forces by that list are computed for each body. Used by one thread. The
 * result for a group does not depend on other groups, so any thread may take any group.
 */
@SuppressWarnings("ShortCircuitBoolean") // without branches, because the processor could not predict them
final class ForceWalk {
    /** The most bodies of a cell that is used as a group. Larger groups need fewer walks, but have longer lists. */
    static final int GROUP_BODIES = 64;

    /** The time to examine a cell in a walk, expressed as a number of interactions. */
    private static final double LOOK = 6.0;

    /** The time to compute the force of a cell's quadrupole, expressed as a number of interactions. */
    private static final double QUADRUPOLE = 2.0;

    /** The fraction by which rounding to single precision may change a force, divided by θ². */
    private static final double ROUNDING = 1e-4;

    private static final int CHILDREN = 8;
    private static final int OF_ANOTHER = -1;
    /**
     * The number of points below which double precision is used. So few points take little time, and often they are all
     * bodies that there are.
     */
    private static final int LEAST_SINGLE = 64;

    private static final double SINGLE_STEP = 0x1.0p-23;

    /**
     * The greatest size of the box around all bodies, in softening lengths, for which the third power of a distance
     * fits into a float.
     */
    private static final double FLOAT_RANGE = 1e12;

    private int[] whole = new int[256];
    private int[] opened = new int[256];
    private final PointList points = new PointList();
    private final QuadrupoleList quadrupoles;
    private final DoubleAttraction exact;
    private final SingleAttraction fast;
    private final double softening;
    private final double mostSingle;
    private boolean single;

    /**
     * Creates the walk of one thread.
     *
     * @param theta the accuracy θ of the tree's forces; single precision is used where its rounding errors are
     *     negligible compared with the errors of these forces
     */
    ForceWalk(double softening, double theta) {
        this.softening = softening;
        exact = new DoubleAttraction(softening);
        fast = new SingleAttraction(softening);
        quadrupoles = new QuadrupoleList(softening);
        mostSingle = ROUNDING * theta * theta * softening / SINGLE_STEP;
    }

    /**
     * Sets the units that the forces of these trees need. Must be called before the first call of {@link #group} with
     * these trees.
     *
     * @param side the side of the box around all bodies
     */
    void begin(Tree own, List<Tree> others, double side) {
        double mass = own.mass();
        for (Tree other : others) {
            mass += other.mass();
        }
        single = mass > 0.0 && side < FLOAT_RANGE * softening;
        quadrupoles.units(mass > 0.0 ? mass : 1.0, side);
        if (single) {
            fast.unit(mass);
        }
    }

    /**
     * Computes the accelerations of the bodies of one group, and the work that each has caused.
     *
     * @param own the tree that the cell {@code group} is in, over {@code bodies}
     * @param others the parts of other engines' trees, in a fixed order
     * @param force the approximate force on the group
     * @param potentials whether to compute potentials too; the steps themselves do not need them
     * @return the number of interactions
     */
    long group(Bodies bodies, Tree own, List<Tree> others, int group, double force, boolean potentials) {
        Cells cells = own.cells;
        Box box = new Box(cells.box, 6 * group);
        points.clear();
        quadrupoles.begin(box.x, box.y, box.z);
        int looks = collect(own, group, box, force);
        for (Tree other : others) {
            looks += collect(other, OF_ANOTHER, box, force);
        }
        boolean inSingle = single && points.count() >= LEAST_SINGLE && cells.width(group) < mostSingle;
        Attraction attraction = inSingle ? fast : exact;
        attraction.take(points, box.x, box.y, box.z);
        int first = cells.first[group];
        int many = cells.population(group, bodies.count());
        boolean turns = cells.hasQuadrupoles();
        quadrupoles.complete();
        double work = points.count() + QUADRUPOLE * quadrupoles.count() + LOOK * looks / many;
        for (int i = first; i < first + many; i++) {
            attraction.at(bodies.x[i], bodies.y[i], bodies.z[i]);
            bodies.ax[i] = attraction.ax;
            bodies.ay[i] = attraction.ay;
            bodies.az[i] = attraction.az;
            if (turns) {
                quadrupoles.at(bodies.x[i], bodies.y[i], bodies.z[i]);
                bodies.ax[i] += quadrupoles.ax;
                bodies.ay[i] += quadrupoles.ay;
                bodies.az[i] += quadrupoles.az;
            }
            bodies.work[i] = work;
        }
        for (int i = first; potentials && i < first + many; i++) {
            // The list also contains the body itself, which adds no force but a potential.
            bodies.potential[i] =
                    attraction.potential(bodies.x[i], bodies.y[i], bodies.z[i]) + bodies.mass[i] / softening;
            if (turns) {
                bodies.potential[i] += quadrupoles.potential(bodies.x[i], bodies.y[i], bodies.z[i]);
            }
        }
        return (long) many * (points.count() - 1);
    }

    /** The box around a group, as its centre and half of the length of each side. */
    private static final class Box {
        final double x;
        final double y;
        final double z;
        private final double halfX;
        private final double halfY;
        private final double halfZ;

        Box(double[] boxes, int at) {
            x = 0.5 * (boxes[at] + boxes[at + 3]);
            y = 0.5 * (boxes[at + 1] + boxes[at + 4]);
            z = 0.5 * (boxes[at + 2] + boxes[at + 5]);
            halfX = 0.5 * (boxes[at + 3] - boxes[at]);
            halfY = 0.5 * (boxes[at + 4] - boxes[at + 1]);
            halfZ = 0.5 * (boxes[at + 5] - boxes[at + 2]);
        }

        /** Returns the square of the distance to a point; 0 within the box. */
        double distance2(double pointX, double pointY, double pointZ) {
            double dx = Math.abs(pointX - x) - halfX;
            double dy = Math.abs(pointY - y) - halfY;
            double dz = Math.abs(pointZ - z) - halfZ;
            dx = Math.max(dx, 0.0);
            dy = Math.max(dy, 0.0);
            dz = Math.max(dz, 0.0);
            return dx * dx + dy * dy + dz * dz;
        }
    }

    /**
     * Walks a tree and collects the cells and bodies that act on a group of bodies. A cell that is far away acts as a
     * whole; a near one is opened, and its children are examined next. Which of the two is hard to predict, and a wrong
     * branch prediction costs more than examining a cell. So each child is written to both lists, that of the cells
     * that act and that of the cells to be opened, and only the length of the right list is increased.
     *
     * @param group the group's cell in the engine's own tree
     * @param box the box around the group
     * @param force the approximate force on the group, by which it is decided how exact the result must be
     * @return the number of examined cells
     */
    private int collect(Tree tree, int group, Box box, double force) {
        Cells cells = tree.cells;
        if (cells.count() == 0) {
            return 0;
        }
        double[] nodes = cells.nodes;
        if (isPoint(nodes, 0, box, force) && !cells.isIn(group, 0)) {
            whole[0] = 0;
            addWhole(cells, 1);
            return 1;
        }
        int looks = 1;
        int count = 0;
        int depth = 1;
        opened[0] = 0;
        int runFirst = 0;
        int runEnd = 0;
        while (depth > 0) {
            int cell = opened[--depth];
            if (cell == group || cells.isLeaf(cell)) {
                // Leaves that follow each other are mostly opened together: their bodies are one run.
                int first = cells.first[cell];
                if (first != runEnd) {
                    points.addAll(tree.x, tree.y, tree.z, tree.mass, runFirst, runEnd - runFirst);
                    runFirst = first;
                }
                runEnd = first + cells.population(cell, tree.bodies());
            } else {
                ensureRoom(count, depth);
                int end = cells.next[cell];
                int base = depth;
                for (int child = cell + 1; child < end; child = cells.next[child]) {
                    boolean point = isPoint(nodes, Cells.NODE * child, box, force) & !cells.isIn(group, child);
                    whole[count] = child;
                    count += point ? 1 : 0;
                    opened[depth] = child;
                    depth += point ? 0 : 1;
                    looks++;
                }
                reverse(opened, base, depth - 1);
            }
        }
        points.addAll(tree.x, tree.y, tree.z, tree.mass, runFirst, runEnd - runFirst);
        addWhole(cells, count);
        return looks;
    }

    /** Adds the first {@code count} cells of {@link #whole} to the points that act. */
    private void addWhole(Cells cells, int count) {
        points.addAll(cells.nodes, Cells.NODE, whole, count);
        if (cells.hasQuadrupoles()) {
            quadrupoles.addAll(cells.nodes, Cells.NODE, cells.quadrupoles, whole, count);
        }
    }

    /** Makes room for the children of one cell. */
    private void ensureRoom(int count, int depth) {
        if (count + CHILDREN > whole.length) {
            whole = Arrays.copyOf(whole, 2 * whole.length);
        }
        if (depth + CHILDREN > opened.length) {
            opened = Arrays.copyOf(opened, 2 * opened.length);
        }
    }

    /** Reverses the order of numbers, so that the first child is examined first. */
    private static void reverse(int[] numbers, int from, int last) {
        for (int low = from, high = last; low < high; low++, high--) {
            int swap = numbers[low];
            numbers[low] = numbers[high];
            numbers[high] = swap;
        }
    }

    /**
     * Returns whether a cell may act as a point on all bodies in a box, according to the rule that {@link TreeBuilder}
     * explains.
     */
    private static boolean isPoint(double[] nodes, int node, Box box, double force) {
        return isPoint(nodes, node, box.distance2(nodes[node], nodes[node + 1], nodes[node + 2]), force);
    }

    /** Returns whether a cell may act as a point at this distance. */
    static boolean isPoint(double[] nodes, int node, double distance2, double force) {
        return nodes[node + Cells.MOMENT] < force * distance2 * distance2 & nodes[node + Cells.SPREAD] < distance2;
    }
}
