package org.moide.balance.worker.balancer;

import java.util.List;

/**
 * A process's workers at one moment, for a step of its balancer.
 *
 * @param workers the number of workers on this process
 * @param activeWorkers the number of workers with a task, queued or running, that count as active
 * @param queuedTasks the number of tasks on this process that have not begun, without those of workers that do not count
 *     as active
 * @param busyNanos the total time that all threads have spent in tasks since the start
 * @param handledTasks the number of tasks handled on this process since the start
 * @param seen the workers on this process that are movable or have neighbours; at most {@link
 *     BalanceLimits#mostWorkersSeen}, the busiest first
 */
public record LocalLoad(
        long workers, long activeWorkers, long queuedTasks, long busyNanos, long handledTasks, List<LocalWorker> seen) {
    public LocalLoad {
        seen = List.copyOf(seen);
        if (workers < 0 || activeWorkers < 0 || queuedTasks < 0 || busyNanos < 0 || handledTasks < 0) {
            throw new IllegalArgumentException("expected a process's figures from 0 on, found " + workers + " workers, "
                    + activeWorkers + " active, " + queuedTasks + " queued tasks, " + busyNanos + " ns busy, "
                    + handledTasks + " handled tasks");
        }
    }
}
