package org.moide.balance.worker.balancer;

import org.moide.balance.worker.strategy.WorkerRule;

/**
 * A worker of this process, as the worker table sees it.
 *
 * @param worker its number
 * @param queuedTasks the number of its tasks that have not begun; 0 if it does not count as active
 * @param busyNanos the approximate running time of its tasks within the last {@link BalanceLimits#windowNanos window},
 *     on any process (a sum in which earlier tasks weigh less); 0 if it does not count as active
 * @param stateBytes the size of its state when it was last encoded; 0 if it never was
 * @param moves the number of its moves; 0 for a worker that is where it began
 * @param sinceNanos when it came to this process
 * @param movable false while the worker is in a section without migration (ALDY, §3.8.4), and once a move is ordered
 * @param rule its directives
 */
public record LocalWorker(
        long worker,
        long queuedTasks,
        long busyNanos,
        long stateBytes,
        long moves,
        long sinceNanos,
        boolean movable,
        WorkerRule rule) {
    public LocalWorker {
        if (worker < 0 || queuedTasks < 0 || busyNanos < 0 || stateBytes < 0 || moves < 0) {
            throw new IllegalArgumentException("worker " + worker
                    + ": expected its number and figures from 0 on, found " + queuedTasks + " queued tasks, "
                    + busyNanos + " ns busy, " + stateBytes + " bytes, " + moves + " moves");
        }
    }
}
