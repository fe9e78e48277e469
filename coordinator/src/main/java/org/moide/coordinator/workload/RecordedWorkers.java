package org.moide.coordinator.workload;

import java.util.List;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.Workload;

/**
 * The recorded workers and the tasks that they sent to each other. {@link WorkerWorkload} explains the terms.
 *
 * @param workers the workers in the order of their IDs
 * @param taskWorkers for each task the ID of the worker that handled it
 * @param causes for each task the number of the task whose handling sent it, or {@link Workload#NO_PARENT}
 * @param nanos for each task the time that its handling took
 * @param taskBytes for each task its size in bytes
 */
@SuppressWarnings("ArrayRecordComponent") // large arrays, and records are never compared
public record RecordedWorkers(
        List<WorkerWorkload.Worker> workers, long[] taskWorkers, int[] causes, long[] nanos, int[] taskBytes)
        implements RecordedWorkload.Content {
    public RecordedWorkers {
        workers = List.copyOf(workers);
    }

    @Override
    public WorkerWorkload workload(String name) {
        return new WorkerWorkload(name, workers, taskWorkers, causes, nanos, taskBytes);
    }
}
