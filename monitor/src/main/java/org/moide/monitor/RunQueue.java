package org.moide.monitor;

/**
 * The threads that want to run at one moment.
 *
 * @param runnable threads of the whole machine that run or wait for a processor; NaN where that is not told
 * @param ours those of them that belong to our processes; NaN where that is not told
 */
public record RunQueue(double runnable, double ours) {
    /** The queue where it is not told. */
    public static final RunQueue UNKNOWN = new RunQueue(Double.NaN, Double.NaN);

    /** Runnable threads that are not ours; NaN where that is not told. */
    double others() {
        return Math.max(0, runnable - ours);
    }
}
