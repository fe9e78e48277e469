package org.moide.samples.programs.nbody;

import java.util.Arrays;
import org.moide.samples.programs.nbody.force.QuadrupoleList;

/**
 * The cells of a tree, in depth-first order: a cell is followed by its first child, and {@link #next} gives the cell
 * after everything below it. So a walk needs no stack, and a part of a tree is a sequence of adjacent cells.
 *
 * <p>One thread adds the cells; once the tree is built, any thread may read it.
 */
final class Cells {
    /**
     * The value of {@link #spread} and {@link #moment} for a cell that always acts as a whole and is never replaced by
     * its children.
     */
    static final double NEVER_OPENED = -1.0;

    private static final int LEAST_CAPACITY = 16;

    /** The number of values of each cell in {@link #nodes}. */
    static final int NODE = 8;

    /**
     * The index of the mass among a cell's values in {@link #nodes}. The centre of mass is before it; {@link #spread}
     * and {@link #moment} follow it.
     */
    static final int MASS = 3;

    static final int SPREAD = 4;
    static final int MOMENT = 5;

    /**
     * The values that a walk of the tree uses, together for each cell: centre of mass, mass, {@link #spread}, {@link
     * #moment}. Each cell has two more places, which are used in messages.
     */
    double[] nodes;
    /** For each cell, the index of the first cell that is neither the cell itself nor below it. */
    int[] next;
    /** For each cell, the index of its first body. */
    int[] first;
    /** For each cell, the number of its bodies if it is a leaf; 0 if it has children. */
    int[] bodies;
    /** For each cell, the smallest box around its bodies: three lower and three upper bounds. */
    double[] box;

    /**
     * For each cell, its quadrupole moments, {@link QuadrupoleList#NUMBERS} values. The array is empty if cells act as
     * points.
     */
    double[] quadrupoles;

    private final int quadrupoleNumbers;
    private int count;

    Cells() {
        this(LEAST_CAPACITY, false);
    }

    /**
     * Creates a tree without cells.
     *
     * @param capacity the expected number of cells
     * @param hasQuadrupoles whether cells act not only as points but also with their second moments
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

    /** Adds an empty cell, and returns its index. */
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

    /** Adds all cells of another tree, in their order. */
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

    /** Returns the mean of the squared distances from the cell's centre of mass, over the cell's mass. */
    double spread(int cell) {
        return nodes[NODE * cell + SPREAD];
    }

    /**
     * Returns the cell's mass times its {@link #spread}, divided by the tolerance (see {@link TreeBuilder}). The cell
     * may act on a body as a point if this is less than the force at the body times the fourth power of the distance:
     * then the error is within the tolerance.
     */
    double moment(int cell) {
        return nodes[NODE * cell + MOMENT];
    }

    boolean isLeaf(int cell) {
        return bodies[cell] > 0;
    }

    /**
     * Returns the number of bodies in a cell and all cells below it.
     *
     * @param all the number of all bodies of the tree
     */
    int population(int cell, int all) {
        return (next[cell] < count ? first[next[cell]] : all) - first[cell];
    }

    /** Returns whether cell {@code inner} is below cell {@code outer}, or is the same cell. */
    @SuppressWarnings("ShortCircuitBoolean") // without a branch, because the processor could not predict it
    boolean isIn(int inner, int outer) {
        return outer <= inner & inner < next[outer];
    }

    /** Returns the longest side of the cell's box. */
    double width(int cell) {
        int at = 6 * cell;
        return Math.max(box[at + 3] - box[at], Math.max(box[at + 4] - box[at + 1], box[at + 5] - box[at + 2]));
    }
}
