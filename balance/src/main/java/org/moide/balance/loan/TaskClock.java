package org.moide.balance.loan;

/**
 * An estimate of the mean time of a task: the time of all threads, less the time in which they had no task, divided by
 * the number of tasks executed. So compute threads need not read a clock for each task.
 *
 * <p>The estimate divides sums over recent stretches of time; it is not an average of the stretches' means. A thread
 * that loses its processor after its first task executes one task in some milliseconds. If such a stretch counted as
 * much as one with ten thousand tasks, tasks of a microsecond would be lent one by one.
 */
public final class TaskClock {
    /**
     * The shortest stretch of time that is measured. In a shorter one it would matter that the counter and the clock
     * are not read at the same moment.
     */
    private static final long STRETCH_NANOS = 1_000_000;

    /** The length of a stretch of time that halves the weight of earlier measurements. */
    private static final double MEMORY_NANOS = 20_000_000;

    /**
     * The factor up to which the mean of a new stretch may differ from the earlier mean while the tasks count as
     * unchanged.
     */
    private static final double MUCH = 8;

    private static final double LEAST_KEPT = 0.75;

    /**
     * The least weight that earlier measurements keep if the new mean differs by more than {@link #MUCH}: the tasks
     * have changed, or the stretch was disturbed.
     */
    private static final double LEAST_KEPT_OF_OTHERS = 0.2;

    private static final double NANOS_PER_SECOND = 1e9;

    private final int threads;
    private long lastNanos = Long.MIN_VALUE;
    private long lastWithoutNanos;
    private long busyNanos; // may be negative for a moment, until a pause's end is known
    private long countedTasks;
    private double rememberedNanos;
    private double rememberedTasks;

    public TaskClock(int threads) {
        this.threads = threads;
    }

    /**
     * Adjusts the estimate to new readings of the counters.
     *
     * @param withoutTaskNanos the total time for which all threads have had no task
     */
    public void observe(long nowNanos, long executedTasks, long withoutTaskNanos) {
        if (lastNanos != Long.MIN_VALUE) {
            busyNanos += (nowNanos - lastNanos) * threads - (withoutTaskNanos - lastWithoutNanos);
        }
        lastNanos = nowNanos;
        lastWithoutNanos = withoutTaskNanos;
        long tasks = executedTasks - countedTasks;
        if (tasks > 0 && busyNanos >= STRETCH_NANOS) {
            double kept = kept((double) busyNanos / tasks);
            rememberedNanos = kept * rememberedNanos + busyNanos;
            rememberedTasks = kept * rememberedTasks + tasks;
            busyNanos = 0;
            countedTasks = executedTasks;
        }
    }

    private double kept(double sampleNanos) {
        double mean = mean();
        boolean alike = sampleNanos <= MUCH * mean && mean <= MUCH * sampleNanos;
        return Math.max(MEMORY_NANOS / (MEMORY_NANOS + busyNanos), alike ? LEAST_KEPT : LEAST_KEPT_OF_OTHERS);
    }

    private double mean() {
        return rememberedTasks == 0 ? 0 : rememberedNanos / rememberedTasks;
    }

    /** Returns the rate of all threads together while they have tasks; 0 before the first measurement. */
    public double tasksPerSecond() {
        return rememberedTasks == 0 ? 0 : threads * NANOS_PER_SECOND / mean();
    }

    /** Returns the mean time of recent tasks; 0 before the first measurement. */
    public long meanTaskNanos() {
        return rememberedTasks == 0 ? 0 : Math.max(1, Math.round(mean()));
    }
}
