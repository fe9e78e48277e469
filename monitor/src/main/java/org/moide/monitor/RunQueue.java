package org.moide.monitor;

/**
 * The numbers of runnable threads at one moment.
 *
 * @param runnable threads of the whole machine that run or wait for a processor; NaN if unknown
 * @param ours those of them that belong to MOIDE's processes; NaN if unknown
 */
public record RunQueue(double runnable, double ours) {
    /** The numbers of a host whose runnable threads cannot be counted. */
    public static final RunQueue UNKNOWN = new RunQueue(Double.NaN, Double.NaN);

    /** Returns the number of runnable threads that are not MOIDE's; NaN if unknown. */
    double others() {
        return Math.max(0, runnable - ours);
    }
}
