package org.moide.balance.worker.balancer;

import org.moide.balance.worker.strategy.WorkerRule;

/**
 * A worker of this process, as its table sees it.
 *
 * @param worker its number
 * @param queuedTasks how many of its tasks were not begun
 * @param busyNanos how long its tasks ran within the last {@link BalanceLimits#windowNanos window}, wherever that was,
 *     or nearly: a sum that decays is good enough
 * @param stateBytes how long its state was when it was last seen as bytes; 0 if it never was
 * @param moves how often it has moved; 0 for one that is where it began
 * @param sinceNanos since when it has been here
 * @param movable false in a section without migration (ALDY, §3.8.4), and when it is about to move
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
