package org.moide.samples.programs.nbody;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the cost of safe points within one run: blocks of steps with a safe point after each step alternate with
 * blocks without safe points. So other load on the machine affects both kinds alike. Used by one thread.
 */
final class SafePointCost {
    private static final int BLOCK = 10;

    /** The number of steps at the beginning that do not count, because the JVM compiles code while they run. */
    private static final int WARM_STEPS = 2 * BLOCK;

    /** A step counts as disturbed, and is ignored, if it took more than this multiple of the median time. */
    private static final double DISTURBED = 1.5;

    private final List<Double> with = new ArrayList<>();
    private final List<Double> without = new ArrayList<>();
    private long lastNanos;

    SafePointCost(long nowNanos) {
        lastNanos = nowNanos;
    }

    /** Returns whether there is a safe point after this step. */
    static boolean isWith(int step) {
        return (step - 1) / BLOCK % 2 == 1;
    }

    /**
     * Records the end of a step and its safe point. The first step of a block is not counted, because the last state of
     * the block before may still be being stored.
     */
    void ended(int step, long nanos) {
        if (step > WARM_STEPS && (step - 1) % BLOCK != 0) {
            (isWith(step) ? with : without).add((nanos - lastNanos) / 1e9);
        }
        lastNanos = nanos;
    }

    /**
     * Returns the mean number of seconds of a step with a safe point; NaN if there were too few steps. It is the mean
     * and not the median, because not every safe point stores states.
     */
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
