package org.moide.samples.programs.nbody;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The cost of safe points, measured within one run, so that whatever else the machine does meets both: some steps with
 * a safe point after each, and as many without, by turns. One thread.
 */
final class SafePointCost {
    private static final int BLOCK = 10;

    /** The steps until which the compilers are at work. */
    private static final int WARM_STEPS = 2 * BLOCK;

    /** A step that takes so many times as long as most has met something else: it does not count. */
    private static final double DISTURBED = 1.5;

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
     * A step is over, and its safe point. The first of a block does not count: the last state of the block before is
     * still on its way.
     */
    void ended(int step, long nanos) {
        if (step > WARM_STEPS && (step - 1) % BLOCK != 0) {
            (isWith(step) ? with : without).add((nanos - lastNanos) / 1e9);
        }
        lastNanos = nanos;
    }

    /** The mean of seconds per step, since not every state may be kept; NaN if there were too few steps. */
    double secondsWith() {
        return mean(with);
    }

    double secondsWithout() {
        return mean(without);
    }

    private static double mean(List<Double> seconds) {
        double most = DISTURBED * median(seconds);
        return seconds.stream()
                .filter(each -> each <= most)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
    }

    private static double median(List<Double> seconds) {
        double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
