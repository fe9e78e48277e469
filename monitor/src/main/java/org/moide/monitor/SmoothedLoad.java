package org.moide.monitor;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The load computed from samples, as runnable work in processors. It is exponentially smoothed, so that a short burst
 * does not affect the placement of runs. Guarded by {@link HostMonitor}'s lock.
 *
 * <p>While processors are free, the used processor time is the exact measure. When all are busy, it does not show how
 * much work waits, so the number of runnable threads counts.
 */
final class SmoothedLoad {
    /**
     * The time after which an old load counts for about a third in the smoothed load: longer than a garbage collection,
     * shorter than a job.
     */
    private static final double TIME_CONSTANT_SECONDS = 10;
    /** The weight of one count of runnable threads: it counts as if the number had stayed the same for this time. */
    private static final double INSTANT_SECONDS = 0.2;
    /** The shortest interval: processor time is counted in hundredths of a second, so shorter intervals are inexact. */
    private static final double SHORTEST_SECONDS = 0.1;
    /** The use of the processors (1 for all busy) from which on all of them count as busy. */
    private static final double SATURATED = 0.9;

    private final int processors;
    private @Nullable LoadSample last;
    private long lastNanos;
    private double weight;
    private double weightedOthers;
    private double weightedOurs;
    private HostUse use = HostUse.UNKNOWN;

    SmoothedLoad(int processors) {
        this.processors = processors;
    }

    /**
     * Adds a sample to the smoothed load.
     *
     * @param queue counts runnable threads; called only if the count matters
     */
    void add(LoadSample sample, long nowNanos, Supplier<RunQueue> queue) {
        LoadSample before = last;
        if (before == null) {
            double waiting = queue.get().others();
            if (!Double.isNaN(waiting)) {
                blend(waiting, 0, INSTANT_SECONDS);
            }
        } else {
            double seconds = (nowNanos - lastNanos) / 1e9;
            if (seconds < SHORTEST_SECONDS) {
                return;
            }
            double ours = sample.ourSecondsSince(before) / seconds;
            double busy = (sample.busySeconds() - before.busySeconds()) / seconds;
            double all = Math.max(ours, busy);
            double others = Math.min(processors, all - ours);
            if (all >= SATURATED * processors) {
                double waiting = queue.get().others();
                others = waiting > others ? waiting : others; // false for NaN
            }
            blend(others, Math.min(processors, ours), seconds);
            // Less than 0 if a process that counted as another program's turns out to be MOIDE's.
            double used = busy - ours;
            use = use.plus(new HostUse(seconds, seconds * used, seconds * ours, seconds * others));
        }
        last = sample;
        lastNanos = nowNanos;
    }

    private void blend(double others, double ours, double seconds) {
        double keep = Math.exp(-seconds / TIME_CONSTANT_SECONDS);
        weight = weight * keep + (1 - keep);
        weightedOthers = weightedOthers * keep + others * (1 - keep);
        weightedOurs = weightedOurs * keep + ours * (1 - keep);
    }

    /** Returns the smoothed runnable work that is not MOIDE's, in processors; 0 before the first sample. */
    double others() {
        return weight == 0 ? 0 : weightedOthers / weight;
    }

    /** Returns MOIDE's own smoothed work, in processors. */
    double ours() {
        return weight == 0 ? 0 : weightedOurs / weight;
    }

    /** Returns the sums of all samples, which are not smoothed. */
    HostUse use() {
        return use;
    }
}
