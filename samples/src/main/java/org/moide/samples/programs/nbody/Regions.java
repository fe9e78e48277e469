package org.moide.samples.programs.nbody;

import java.util.Arrays;
import java.util.List;

/**
 * A rough picture of an engine's bodies, told to all others: some cells of its tree that together hold all bodies,
 * chosen so that none has many more than another. From the pictures of all engines follows about how strong the force
 * in each region is, and from that, which cells may act on its bodies as points.
 *
 * <p>The force is estimated from where bodies are now, and not taken from the last step: so the same bodies always have
 * the same forces, in the midst of a run and at its beginning. The estimate is half to twice the force of most bodies.
 */
final class Regions {
    /** The count of numbers that tell a region: six bounds as in {@link Cells#box}, centre of mass, mass, spread. */
    static final int NUMBERS = 11;

    private static final int BOX_NUMBERS = 6;
    private static final int CENTRE = 6;
    private static final int MASS = 9;
    private static final int SPREAD = 10;
    /** The most regions: with half as many the forces take twice the work, since the force in a large region varies. */
    private static final int MOST = 64;

    /** The count of numbers that tell any engine's regions. */
    static final int TOLD = 1 + NUMBERS * MOST;

    /** The part that counts of pulls from all sides that cancel each other. */
    private static final double CANCELLED = 0.05;

    private final int[] cells;
    private final double[] numbers;

    private Regions(int[] cells, double[] numbers) {
        this.cells = cells;
        this.numbers = numbers;
    }

    /** The regions of a tree over {@code bodies}, as its cells, in their order: the fullest is cut, again and again. */
    static Regions of(Cells cells, int bodies) {
        if (cells.count() == 0) {
            return new Regions(new int[0], new double[0]);
        }
        int[] chosen = new int[MOST];
        int count = 1;
        while (true) {
            int fullest = -1;
            int most = ForceWalk.GROUP_BODIES;
            for (int i = 0; i < count; i++) {
                int population = cells.population(chosen[i], bodies);
                if (population > most && !cells.isLeaf(chosen[i])) {
                    fullest = i;
                    most = population;
                }
            }
            if (fullest < 0 || count - 1 + children(cells, chosen[fullest]) > MOST) {
                break;
            }
            int cell = chosen[fullest];
            chosen[fullest] = chosen[--count];
            for (int child = cell + 1; child < cells.next[cell]; child = cells.next[child]) {
                chosen[count++] = child;
            }
        }
        int[] sorted = Arrays.copyOf(chosen, count);
        Arrays.sort(sorted);
        return new Regions(sorted, tell(cells, sorted));
    }

    private static int children(Cells cells, int cell) {
        int children = 0;
        for (int child = cell + 1; child < cells.next[cell]; child = cells.next[child]) {
            children++;
        }
        return children;
    }

    private static double[] tell(Cells cells, int[] chosen) {
        double[] numbers = new double[NUMBERS * chosen.length];
        for (int i = 0; i < chosen.length; i++) {
            int at = NUMBERS * i;
            int cell = chosen[i];
            System.arraycopy(cells.box, BOX_NUMBERS * cell, numbers, at, BOX_NUMBERS);
            System.arraycopy(cells.nodes, Cells.NODE * cell, numbers, at + CENTRE, SPREAD + 1 - CENTRE);
        }
        return numbers;
    }

    /** {@link #NUMBERS} for each of them. */
    double[] numbers() {
        return numbers;
    }

    /** The {@link #TOLD} numbers that others are told, of which the first says how many of the others count. */
    double[] told() {
        double[] told = new double[TOLD];
        told[0] = numbers.length;
        System.arraycopy(numbers, 0, told, 1, numbers.length);
        return told;
    }

    /** The numbers of another engine's regions, from what it {@link #told}. */
    static double[] numbersOf(double[] told) {
        return Arrays.copyOfRange(told, 1, 1 + (int) told[0]);
    }

    /** The index of the region that a cell is in; a group of bodies is in one of them. */
    int region(int cell) {
        int found = Arrays.binarySearch(cells, cell);
        return found >= 0 ? found : -found - 2;
    }

    /**
     * About how strong the force is in each of an engine's regions, as {@link TreeBuilder#measureOfForce} has it.
     *
     * @param some the numbers of these regions
     * @param all the numbers of all engines' regions, in one order on all engines
     */
    static double[] forces(double[] some, List<double[]> all, double softening, boolean quadrupoles) {
        double[] forces = new double[some.length / NUMBERS];
        for (int region = 0; region < forces.length; region++) {
            int at = NUMBERS * region + CENTRE;
            double force = force(some[at], some[at + 1], some[at + 2], all, softening * softening);
            forces[region] = TreeBuilder.measureOfForce(force, quadrupoles);
        }
        return forces;
    }

    private static double force(double x, double y, double z, List<double[]> all, double softening2) {
        double ax = 0.0;
        double ay = 0.0;
        double az = 0.0;
        double strength = 0.0;
        for (double[] numbers : all) {
            for (int at = 0; at < numbers.length; at += NUMBERS) {
                double dx = numbers[at + CENTRE] - x;
                double dy = numbers[at + CENTRE + 1] - y;
                double dz = numbers[at + CENTRE + 2] - z;
                double distance2 = dx * dx + dy * dy + dz * dz;
                double softened2 = distance2 + softening2 + numbers[at + SPREAD];
                double factor = numbers[at + MASS] / (softened2 * Math.sqrt(softened2));
                ax += factor * dx;
                ay += factor * dy;
                az += factor * dz;
                strength += factor * Math.sqrt(distance2);
            }
        }
        return Math.max(Math.sqrt(ax * ax + ay * ay + az * az), CANCELLED * strength);
    }

    /** The box around all regions of all engines. */
    static Extent extent(List<double[]> all) {
        double[] least = new double[BOX_NUMBERS];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (double[] numbers : all) {
            for (int at = 0; at < numbers.length; at += NUMBERS) {
                for (int axis = 0; axis < 3; axis++) {
                    least[axis] = Math.min(least[axis], numbers[at + axis]);
                    least[axis + 3] = Math.min(least[axis + 3], -numbers[at + axis + 3]);
                }
            }
        }
        return Extent.ofBounds(least);
    }
}
