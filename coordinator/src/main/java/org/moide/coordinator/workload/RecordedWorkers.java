package org.moide.coordinator.workload;

import java.util.List;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.Workload;

/**
 * The workers of a real run and the tasks that they sent each other; see {@link WorkerWorkload}.
 *
 * @param application what ran
 * @param threadPower the power of a thread to which times refer, by the kernel that measures power
 * @param engines who computed
 * @param workers in the order of their IDs
 * @param taskWorkers by task: the ID of the worker that handled it
 * @param causes by task: the number of the task whose handling sent it, or {@link Workload#NO_PARENT}
 * @param nanos by task: how long handling it took
 * @param taskBytes by task: how long it is
 */
@SuppressWarnings("ArrayRecordComponent") // hundreds of thousands of tasks; never compared
public record RecordedWorkers(
        String application,
        double threadPower,
        List<RecordedWorkload.Engine> engines,
        List<WorkerWorkload.Worker> workers,
        long[] taskWorkers,
        int[] causes,
        long[] nanos,
        int[] taskBytes)
        implements RecordedOrigin {
    public RecordedWorkers {
        engines = List.copyOf(engines);
        workers = List.copyOf(workers);
        if (!(threadPower > 0) || Double.isInfinite(threadPower)) {
            throw new IllegalArgumentException("expected a threadPower above 0, found " + threadPower);
        }
    }

    /**
     * What is to be simulated.
     *
     * @throws IllegalArgumentException for tasks that cannot have been, with what was expected and found
     */
    public WorkerWorkload workload(String name) {
        return new WorkerWorkload(name, workers, taskWorkers, causes, nanos, taskBytes);
    }
}
