package org.moide.samples.programs.nbody;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What safe points cost, measured within one run, so that whatever else the machine does meets both: some steps with a safe
 * point after each, and as many without, by turns. One thread.
 */
final class SafePointCost {
    private static final int BLOCK = 5;

    /** Until then the compilers are at work. */
    private static final int WARM_STEPS = 4 * BLOCK;

    private final List<Double> with = new ArrayList<>();
    private final List<Double> without = new ArrayList<>();
    private long lastNanos;

    SafePointCost(long nowNanos) {
        lastNanos = nowNanos;
    }

    /** Whether there is one after this step. */
    static boolean isWith(int step) {
        return (step - 1) / BLOCK % 2 == 1;
    }

    /**
     * A step is over, and its safe point. The first of a block does not count: the last state of the block before is still on
     * its way.
     */
    void ended(int step, long nanos) {
        if (step > WARM_STEPS && (step - 1) % BLOCK != 0) {
            (isWith(step) ? with : without).add((nanos - lastNanos) / 1e9);
        }
        lastNanos = nanos;
    }

    /** The median of seconds per step; NaN if there were too few steps. */
    double secondsWith() {
        return median(with);
    }

    double secondsWithout() {
        return median(without);
    }

    private static double median(List<Double> seconds) {
        double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
