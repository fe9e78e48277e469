package org.moide.samples.programs.radiosity;

import java.util.Arrays;

/** The assignment of surfaces to IDs. All IDs compute it from the same numbers, so all know it. Immutable. */
public final class Allotment {
    /**
     * The multiple of its share of the work above which a thread gives surfaces away. A smaller excess is not worth the
     * cost of moving.
     */
    private static final double TOLERATED = 1.1;

    private final int[] owners;
    private final double[] shares;

    private Allotment(int[] owners, double[] shares) {
        this.owners = owners;
        this.shares = shares;
    }

    /**
     * Returns the initial assignment. The largest surface is assigned first, then the next one, and so on. Each surface
     * goes to the ID whose load, relative to its share, is then the least.
     *
     * @param sizes the expected cost of each surface
     * @param shares the fraction of the work that each ID should get
     */
    public static Allotment first(double[] sizes, double[] shares) {
        int[] owners = new int[sizes.length];
        double[] load = new double[shares.length];
        boolean[] taken = new boolean[sizes.length];
        for (int round = 0; round < sizes.length; round++) {
            int largest = -1;
            for (int surface = 0; surface < sizes.length; surface++) {
                if (!taken[surface] && (largest < 0 || sizes[surface] > sizes[largest])) {
                    largest = surface;
                }
            }
            int best = 0;
            for (int id = 1; id < shares.length; id++) {
                if ((load[id] + sizes[largest]) / shares[id] < (load[best] + sizes[largest]) / shares[best]) {
                    best = id;
                }
            }
            taken[largest] = true;
            owners[largest] = best;
            load[best] += sizes[largest];
        }
        return new Allotment(owners, shares);
    }

    /** Returns an assignment that is known. */
    static Allotment of(int[] owners, double[] shares) {
        return new Allotment(owners.clone(), shares);
    }

    /** Returns the ID that has a surface. */
    public int owner(int surface) {
        return owners[surface];
    }

    /**
     * Returns the assignment after surfaces have moved from the most overloaded IDs to the least loaded ones.
     *
     * @param work the measured cost of each surface, in any unit
     */
    public Allotment balanced(double[] work) {
        int[] moved = owners.clone();
        double[] load = new double[shares.length];
        for (int surface = 0; surface < work.length; surface++) {
            load[moved[surface]] += work[surface] / shares[moved[surface]];
        }
        double due = Arrays.stream(work).sum();
        // Each surface moves at most once.
        boolean[] settled = new boolean[work.length];
        for (int move = 0; move < work.length; move++) {
            int most = extreme(load, 1);
            int least = extreme(load, -1);
            int best = load[most] > TOLERATED * due ? candidate(moved, settled, work, load, most, least) : -1;
            if (best < 0) {
                break;
            }
            settled[best] = true;
            moved[best] = least;
            load[most] -= work[best] / shares[most];
            load[least] += work[best] / shares[least];
        }
        return new Allotment(moved, shares);
    }

    private static int extreme(double[] load, int sign) {
        int extreme = 0;
        for (int id = 1; id < load.length; id++) {
            if (sign * load[id] > sign * load[extreme]) {
                extreme = id;
            }
        }
        return extreme;
    }

    /**
     * Returns the surface that the most loaded ID should give to the least loaded one: the one whose move makes the
     * larger of their two loads smallest; −1 if no move makes it smaller.
     */
    private int candidate(int[] moved, boolean[] settled, double[] work, double[] load, int most, int least) {
        int best = -1;
        double smallest = load[most];
        for (int surface = 0; surface < work.length; surface++) {
            if (moved[surface] == most && !settled[surface] && work[surface] > 0.0) {
                double after = Math.max(
                        load[most] - work[surface] / shares[most], load[least] + work[surface] / shares[least]);
                if (after < smallest) {
                    smallest = after;
                    best = surface;
                }
            }
        }
        return best;
    }
}
