package org.moide.balance.loan;

/**
 * Measures how long a thread takes for a task, from outside: the threads' time without what they waited, over tasks executed.
 * So the compute threads need not read a clock for each task.
 */
final class TaskClock {
    /** Shorter stretches are not worth a measure: the two figures are not read at quite the same moment. */
    private static final long STRETCH_NANOS = 1_000_000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final int threads;
    private long lastNanos = Long.MIN_VALUE;
    private long lastWaitedNanos;
    private long busyNanos;
    private long countedTasks;
    private double meanNanos;

    TaskClock(int threads) {
        this.threads = threads;
    }

    /**
     * Takes note of how it stands.
     *
     * @param waitedNanos how long all threads together have waited so far
     */
    void observe(long nowNanos, long executedTasks, long waitedNanos) {
        if (lastNanos != Long.MIN_VALUE) {
            busyNanos += Math.max(0, (nowNanos - lastNanos) * threads - (waitedNanos - lastWaitedNanos));
        }
        lastNanos = nowNanos;
        lastWaitedNanos = waitedNanos;
        long tasks = executedTasks - countedTasks;
        if (tasks > 0 && busyNanos >= STRETCH_NANOS) {
            double sample = (double) busyNanos / tasks;
            meanNanos = meanNanos == 0 ? sample : (3 * meanNanos + sample) / 4;
            busyNanos = 0;
            countedTasks = executedTasks;
        }
    }

    /** How many tasks all threads together do in a second while they have some; 0 if nothing was measured yet. */
    double tasksPerSecond() {
        return meanNanos == 0 ? 0 : threads * NANOS_PER_SECOND / meanNanos;
    }

    /** The mean, of recent tasks above all; 0 if nothing was measured yet. */
    long meanTaskNanos() {
        return meanNanos == 0 ? 0 : Math.max(1, (long) meanNanos);
    }
}
