package org.moide.coordinator.workload;

import java.util.List;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.Workload;

/**
 * The workers that ran and the tasks that they sent each other; see {@link WorkerWorkload}.
 *
 * @param workers in the order of their IDs
 * @param taskWorkers for each task, the ID of the worker that handled it
 * @param causes for each task, the number of the task whose handling sent it, or {@link Workload#NO_PARENT}
 * @param nanos for each task, how long handling it took
 * @param taskBytes for each task, its size in bytes
 */
@SuppressWarnings("ArrayRecordComponent") // hundreds of thousands of tasks; never compared
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
