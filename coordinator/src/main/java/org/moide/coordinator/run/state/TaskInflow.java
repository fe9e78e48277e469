package org.moide.coordinator.run.state;

import java.util.List;

/**
 * How far {@code createTasks} is ahead of the engines: it is to go on only while few of its tasks wait for them, so that a bag of
 * any length fits. Belongs to the core.
 */
final class TaskInflow {
    /** Enough for some seconds of many engines, and little memory; as many as one part more may lie here. */
    static final long MOST_TASKS = 262_144;

    static final long MOST_BYTES = 64L << 20;

    private long tasks; // that have come so far
    private long bytes;
    private int parts; // that have come, and no more was asked for

    /** A part has come, and {@code createTasks} makes the next. */
    void took(List<byte[]> part) {
        tasks += part.size();
        bytes += part.stream().mapToLong(task -> task.length).sum();
        parts++;
    }

    /**
     * How many more parts are welcome now; each is said once.
     *
     * @param queued how many tasks wait; those of the mean size, as far as is known
     * @param unbounded whether nothing is lent before all are there
     * @param unsyncedBytes how many bytes of tasks the journal has in memory, since they are not on disk yet
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
