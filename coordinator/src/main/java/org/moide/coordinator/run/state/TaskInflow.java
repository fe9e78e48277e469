package org.moide.coordinator.run.state;

import java.util.List;

/**
 * Limits how many tasks {@code createTasks} creates before engines execute them. It may create further tasks only while
 * few tasks wait for engines, so that a bag of any length fits into memory. Part of the run's core.
 */
final class TaskInflow {
    /**
     * The greatest number of tasks that may wait for engines before {@code createTasks} has to pause. So many keep many
     * engines busy for some seconds and take little memory. The part of tasks that is being created may come in
     * addition.
     */
    static final long MOST_TASKS = 262_144;

    static final long MOST_BYTES = 64L << 20;

    private long tasks; // the number of tasks so far
    private long bytes;
    private int parts; // the number of parts for which no further part has been requested yet

    /** Notes that a part of the created tasks has arrived and that {@code createTasks} prepares the next one. */
    void took(List<byte[]> part) {
        tasks += part.size();
        bytes += part.stream().mapToLong(task -> task.length).sum();
        parts++;
    }

    /**
     * Returns how many further parts of tasks may be requested now. A request is possible for each part that has
     * arrived, if there is room.
     *
     * @param queued the number of tasks that wait for engines. Each is assumed to have the mean size of all tasks so
     *     far
     * @param unbounded whether no task is lent before all tasks are there, so that waiting tasks are not limited
     * @param unsyncedBytes the number of bytes of tasks that the journal holds in memory because they are not on disk
     *     yet
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
