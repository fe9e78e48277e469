package org.moide.samples.programs.nbody;

import java.util.Arrays;
import java.util.List;

/**
 * A rough description of an engine's bodies, which is sent to all other engines: some cells of its tree that together
 * contain all bodies, with similar numbers of bodies. From the regions of all engines, the approximate force in each
 * region is computed; that force determines which cells may act as points there.
 *
 * <p>The force is estimated from the bodies' present positions, not taken from the last step. So the same bodies always
 * get the same forces, during a run and at its beginning. For most bodies, the estimate is between half and twice the
 * force.
 */
final class Regions {
    /**
     * The number of values that describe a region: six bounds as in {@link Cells#box}, centre of mass, mass, spread.
     */
    static final int NUMBERS = 11;

    private static final int BOX_NUMBERS = 6;
    private static final int CENTRE = 6;
    private static final int MASS = 9;
    private static final int SPREAD = 10;
    /**
     * The most regions of an engine. With half as many, the computation of forces would take twice the work, because
     * the force varies more within a larger region.
     */
    private static final int MOST = 64;

    /** The number of values that an engine sends to describe its regions, however many it has. */
    static final int TOLD = 1 + NUMBERS * MOST;

    /**
     * The least ratio of the estimated force to the sum of the forces' amounts. Where forces from different sides
     * cancel each other, the estimate is this fraction of the sum.
     */
    private static final double CANCELLED = 0.05;

    private final int[] cells;
    private final double[] numbers;

    private Regions(int[] cells, double[] numbers) {
        this.cells = cells;
        this.numbers = numbers;
    }

    /**
     * Divides the tree of {@code bodies} into regions, which are some of its cells. Beginning with the root, again and
     * again the region with the most bodies is replaced by its children.
     */
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

    /** Returns the values of the regions, {@link #NUMBERS} for each. */
    double[] numbers() {
        return numbers;
    }

    /**
     * Returns the {@link #TOLD} values that are sent to other engines. The first is the number of values that are used.
     */
    double[] told() {
        double[] told = new double[TOLD];
        told[0] = numbers.length;
        System.arraycopy(numbers, 0, told, 1, numbers.length);
        return told;
    }

    /** Returns the values of another engine's regions, from the result of its {@link #told}. */
    static double[] numbersOf(double[] told) {
        return Arrays.copyOfRange(told, 1, 1 + (int) told[0]);
    }

    /** Returns the index of the region that contains a cell. Each group of bodies is within one region. */
    int region(int cell) {
        int found = Arrays.binarySearch(cells, cell);
        return found >= 0 ? found : -found - 2;
    }

    /**
     * Returns the approximate force in each of an engine's regions, as a measure by {@link TreeBuilder#measureOfForce}.
     *
     * @param some the values of the regions of that engine
     * @param all the values of all engines' regions, in the same order on all engines
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

    /** Returns the box around all regions of all engines. */
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
