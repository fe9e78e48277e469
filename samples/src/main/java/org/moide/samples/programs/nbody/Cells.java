package org.moide.samples.programs.nbody;

import java.util.Arrays;
import org.moide.samples.programs.nbody.force.QuadrupoleList;

/**
 * The cells of a tree, in depth-first order: a cell's first child follows it, and {@link #next} is the cell after all
 * that is below it. So a walk needs no stack, and a part of a tree is a run of cells.
 *
 * <p>Grows while it is built, by one thread; read by any.
 */
final class Cells {
    /** The value of {@link #spread} and {@link #moment} for a cell that may always be taken as a whole. */
    static final double NEVER_OPENED = -1.0;

    private static final int LEAST_CAPACITY = 16;

    /** The count of numbers that {@link #nodes} has for each cell. */
    static final int NODE = 8;

    /** The place in a node of its mass, {@link #spread} and {@link #moment}; before these, its centre of mass. */
    static final int MASS = 3;

    static final int SPREAD = 4;
    static final int MOMENT = 5;

    /**
     * The numbers that a walk looks at, beside each other for each cell: centre of mass, mass, {@link #spread},
     * {@link #moment}; the last two numbers are for messages.
     */
    double[] nodes;
    /** The cell after this one and all below it. */
    int[] next;
    /** The first of its bodies. */
    int[] first;
    /** The number of bodies of a leaf; 0 for a cell with children. */
    int[] bodies;
    /** The smallest box around its bodies, three lower and three upper bounds for each cell. */
    double[] box;

    /**
     * {@link QuadrupoleList#NUMBERS} for each cell; without length if cells act as points.
     */
    double[] quadrupoles;

    private final int quadrupoleNumbers;
    private int count;

    Cells() {
        this(LEAST_CAPACITY, false);
    }

    /**
     * @param capacity how many there will be at least, as far as is known
     * @param hasQuadrupoles whether they act with their second moments
     */
    Cells(int capacity, boolean hasQuadrupoles) {
        int room = Math.max(LEAST_CAPACITY, capacity);
        nodes = new double[NODE * room];
        next = new int[room];
        first = new int[room];
        bodies = new int[room];
        box = new double[6 * room];
        quadrupoleNumbers = hasQuadrupoles ? QuadrupoleList.NUMBERS : 0;
        quadrupoles = new double[quadrupoleNumbers * room];
    }

    int count() {
        return count;
    }

    /** Adds an empty cell and answers its index. */
    int add() {
        if (count == next.length) {
            grow(count * 2);
        }
        return count++;
    }

    private void grow(int capacity) {
        nodes = Arrays.copyOf(nodes, NODE * capacity);
        next = Arrays.copyOf(next, capacity);
        first = Arrays.copyOf(first, capacity);
        bodies = Arrays.copyOf(bodies, capacity);
        box = Arrays.copyOf(box, 6 * capacity);
        quadrupoles = Arrays.copyOf(quadrupoles, quadrupoleNumbers * capacity);
    }

    /** Adds all cells of another tree, which stay in their order. */
    void addAll(Cells other) {
        int base = count;
        if (base + other.count > next.length) {
            grow(Math.max(2 * next.length, base + other.count));
        }
        System.arraycopy(other.nodes, 0, nodes, NODE * base, NODE * other.count);
        System.arraycopy(other.first, 0, first, base, other.count);
        System.arraycopy(other.bodies, 0, bodies, base, other.count);
        System.arraycopy(other.box, 0, box, 6 * base, 6 * other.count);
        System.arraycopy(other.quadrupoles, 0, quadrupoles, quadrupoleNumbers * base, quadrupoleNumbers * other.count);
        for (int i = 0; i < other.count; i++) {
            next[base + i] = base + other.next[i];
        }
        count += other.count;
    }

    boolean hasQuadrupoles() {
        return quadrupoleNumbers > 0;
    }

    double x(int cell) {
        return nodes[NODE * cell];
    }

    double y(int cell) {
        return nodes[NODE * cell + 1];
    }

    double z(int cell) {
        return nodes[NODE * cell + 2];
    }

    double mass(int cell) {
        return nodes[NODE * cell + MASS];
    }

    /** The mean square of the distances of its mass from the centre of mass. */
    double spread(int cell) {
        return nodes[NODE * cell + SPREAD];
    }

    /**
     * Mass times {@link #spread} over the tolerance (see {@link TreeBuilder}): what the cell as a point leaves out
     * matters less than is tolerated where this is less than the force there times the fourth power of the distance.
     */
    double moment(int cell) {
        return nodes[NODE * cell + MOMENT];
    }

    boolean isLeaf(int cell) {
        return bodies[cell] > 0;
    }

    /** The number of bodies in a cell and all below it, of {@code all} in the tree. */
    int population(int cell, int all) {
        return (next[cell] < count ? first[next[cell]] : all) - first[cell];
    }

    /** Whether one cell is in another, or is that one. */
    @SuppressWarnings("ShortCircuitBoolean") // without a branch, which nobody could foretell
    boolean isIn(int inner, int outer) {
        return outer <= inner & inner < next[outer];
    }

    /** The longest side of the cell's box. */
    double width(int cell) {
        int at = 6 * cell;
        return Math.max(box[at + 3] - box[at], Math.max(box[at + 4] - box[at + 1], box[at + 5] - box[at + 2]));
    }
}
