package org.moide.balance.worker.balancer;

import java.util.List;

/**
 * A process's workers at one moment, for one step of its balancer. Those of many workers that are not in the list
 * are only counted.
 *
 * @param workers how many there are here
 * @param activeWorkers how many of them are active: they have a task queued or begun, and count as active
 * @param queuedTasks how many tasks lie here and were not begun
 * @param busyNanos how long tasks have run here, all threads together, since the start
 * @param handledTasks how many tasks have been handled here since the start
 * @param seen the workers here that may be moved or have neighbours: at most {@link BalanceLimits#mostWorkersSeen}, those with
 *     the most to do first
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
