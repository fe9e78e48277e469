package org.moide.coordinator.run.state;

import java.util.List;

/**
 * The lead of {@code createTasks} over the engines. It goes on only while few of its tasks wait for engines, so that a
 * bag of any length fits. Belongs to the core.
 */
final class TaskInflow {
    /**
     * The most waiting tasks: enough for some seconds of many engines, and little memory. One more part may come on
     * top.
     */
    static final long MOST_TASKS = 262_144;

    static final long MOST_BYTES = 64L << 20;

    private long tasks; // that have come so far
    private long bytes;
    private int parts; // that have come, and no more was asked for

    /** Notes that a part has come, and that {@code createTasks} makes the next. */
    void took(List<byte[]> part) {
        tasks += part.size();
        bytes += part.stream().mapToLong(task -> task.length).sum();
        parts++;
    }

    /**
     * Returns how many more parts are welcome now; each is asked for once.
     *
     * @param queued how many tasks wait; they are taken to have the mean size so far
     * @param unbounded whether nothing is lent before all tasks are there
     * @param unsyncedBytes how many bytes of tasks the journal holds in memory, because they are not on disk yet
     */
    int wanted(long queued, boolean unbounded, long unsyncedBytes) {
        boolean full = queued >= MOST_TASKS || (tasks > 0 && queued * (bytes / tasks) >= MOST_BYTES);
        if ((full && !unbounded) || unsyncedBytes >= MOST_BYTES) {
            return 0;
        }
        int wanted = parts;
        parts = 0;
        return wanted;
    }
}
