package org.moide.balance.loan;

/**
 * Measures how long a thread takes for a task, from outside: busy threads times elapsed time, over tasks executed. So the
 * compute threads need not read a clock for each task.
 */
final class TaskClock {
    /** Shorter stretches are not worth a measure: a tick apart, a thread woken meanwhile would count for too much. */
    private static final long STRETCH_NANOS = 1_000_000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final int threads;
    private long lastNanos = Long.MIN_VALUE;
    private int lastWaiting;
    private double busyNanos;
    private long countedTasks;
    private double meanNanos;

    TaskClock(int threads) {
        this.threads = threads;
    }

    /** Takes note of how it stands. */
    void observe(long nowNanos, long executedTasks, int waitingThreads) {
        if (lastNanos != Long.MIN_VALUE) {
            double waiting = (lastWaiting + waitingThreads) / 2.0;
            busyNanos += (nowNanos - lastNanos) * (threads - waiting);
        }
        lastNanos = nowNanos;
        lastWaiting = waitingThreads;
        long tasks = executedTasks - countedTasks;
        if (tasks > 0 && busyNanos >= STRETCH_NANOS) {
            double sample = busyNanos / tasks;
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
