package org.moide.balance.loan;

/**
 * Measures from outside how long a thread takes for a task: the threads' time, less the time in which they had no task,
 * divided by the tasks executed. So the compute threads need not read a clock for each task.
 *
 * <p>Time over tasks of the last stretches together, not the mean of each stretch's own: a thread whose processor was taken away
 * after its first task has done one in some milliseconds, and if such a stretch counted as much as one of ten thousand tasks,
 * tasks of a microsecond would be lent one by one.
 */
public final class TaskClock {
    /** Shorter stretches are not worth a measure: the two figures are not read at quite the same moment. */
    private static final long STRETCH_NANOS = 1_000_000;

    /** A stretch as long as this halves the weight of what was before. */
    private static final double MEMORY_NANOS = 20_000_000;

    /** Tasks whose times differ by no more are of one kind: however long they take, some of them are remembered ... */
    private static final double MUCH = 8;

    private static final double LEAST_KEPT = 0.75;

    /** ... and if they differ by more, the tasks have changed, or were disturbed. */
    private static final double LEAST_KEPT_OF_OTHERS = 0.2;

    private static final double NANOS_PER_SECOND = 1e9;

    private final int threads;
    private long lastNanos = Long.MIN_VALUE;
    private long lastWithoutNanos;
    private long busyNanos; // below 0 for a moment when what a thread did otherwise is known at its end
    private long countedTasks;
    private double rememberedNanos;
    private double rememberedTasks;

    public TaskClock(int threads) {
        this.threads = threads;
    }

    /**
     * Takes note of how it stands.
     *
     * @param withoutTaskNanos how long all threads together have had no task so far
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

    /**
     * The number of tasks that all threads together do in a second while they have some; 0 if nothing was measured yet.
     */
    public double tasksPerSecond() {
        return rememberedTasks == 0 ? 0 : threads * NANOS_PER_SECOND / mean();
    }

    /** The mean, of recent tasks above all; 0 if nothing was measured yet. */
    public long meanTaskNanos() {
        return rememberedTasks == 0 ? 0 : Math.max(1, Math.round(mean()));
    }
}
