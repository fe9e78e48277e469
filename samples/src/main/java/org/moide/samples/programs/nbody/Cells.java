package org.moide.samples.programs.nbody;

import java.util.Arrays;

/**
 * The cells of a tree, in depth-first order: a cell's first child follows it, and {@link #next} is the cell after all
 * that is below it. So a walk needs no stack, and a part of a tree is a run of cells.
 *
 * <p>Grows while it is built, by one thread; read by any.
 */
final class Cells {
    /** What {@link #opening} is for a cell that may always be taken as a whole. */
    static final double NEVER_OPENED = -1.0;

    /** The centre of mass. */
    double[] x = new double[16];

    double[] y = new double[16];
    double[] z = new double[16];
    double[] mass = new double[16];
    /** The square of the distance from the centre of mass beyond which the cell is taken as a whole. */
    double[] opening = new double[16];
    /** The cell after this one and all below it. */
    int[] next = new int[16];
    /** The first of its bodies. */
    int[] first = new int[16];
    /** How many bodies a leaf has; 0 for a cell with children. */
    int[] bodies = new int[16];
    /** The smallest box around its bodies, three lower and three upper bounds for each cell. */
    double[] box = new double[6 * 16];

    private int count;

    int count() {
        return count;
    }

    /** Adds an empty cell and answers its index. */
    int add() {
        if (count == x.length) {
            grow(count * 2);
        }
        return count++;
    }

    private void grow(int capacity) {
        x = Arrays.copyOf(x, capacity);
        y = Arrays.copyOf(y, capacity);
        z = Arrays.copyOf(z, capacity);
        mass = Arrays.copyOf(mass, capacity);
        opening = Arrays.copyOf(opening, capacity);
        next = Arrays.copyOf(next, capacity);
        first = Arrays.copyOf(first, capacity);
        bodies = Arrays.copyOf(bodies, capacity);
        box = Arrays.copyOf(box, 6 * capacity);
    }

    /** Adds all cells of another tree, which stay in their order. */
    void addAll(Cells other) {
        int base = count;
        if (base + other.count > x.length) {
            grow(Math.max(2 * x.length, base + other.count));
        }
        System.arraycopy(other.x, 0, x, base, other.count);
        System.arraycopy(other.y, 0, y, base, other.count);
        System.arraycopy(other.z, 0, z, base, other.count);
        System.arraycopy(other.mass, 0, mass, base, other.count);
        System.arraycopy(other.opening, 0, opening, base, other.count);
        System.arraycopy(other.first, 0, first, base, other.count);
        System.arraycopy(other.bodies, 0, bodies, base, other.count);
        System.arraycopy(other.box, 0, box, 6 * base, 6 * other.count);
        for (int i = 0; i < other.count; i++) {
            next[base + i] = base + other.next[i];
        }
        count += other.count;
    }

    boolean isLeaf(int cell) {
        return bodies[cell] > 0;
    }

    /** The longest side of the cell's box. */
    double width(int cell) {
        int at = 6 * cell;
        return Math.max(box[at + 3] - box[at], Math.max(box[at + 4] - box[at + 1], box[at + 5] - box[at + 2]));
    }
}
