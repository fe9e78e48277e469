package org.moide.balance.worker.strategy;

import java.util.List;

/**
 * A worker on this process that may be moved.
 *
 * @param worker its number
 * @param queuedTasks the number of its tasks that have not begun
 * @param busyNanos the approximate time of its tasks within the last window of the balancer
 * @param stateBytes the size of its state when it was last encoded; 0 if it never was
 * @param moves the number of its moves; 0 for a worker that is where it began
 * @param hereNanos how long it has been on this process
 * @param weightHere its preference for this process; 1 is the ordinary preference
 * @param targets the other processes to which its directives (WM: where it may move, WN: near which workers) let it
 *     move now, each once; may be empty
 */
public record MovableWorker(
        long worker,
        long queuedTasks,
        long busyNanos,
        long stateBytes,
        long moves,
        long hereNanos,
        double weightHere,
        List<Target> targets) {
    /**
     * A process to which the worker may move.
     *
     * @param process the number of the process
     * @param weight the worker's preference for the process, above 0; 1 is the ordinary preference
     * @param besideNeighbour whether a neighbour of the worker is on that process
     */
    public record Target(int process, double weight, boolean besideNeighbour) {
        public Target {
            if (process < 0 || !(weight > 0)) {
                throw new IllegalArgumentException("expected a process from 0 on and a weight above 0, found process "
                        + process + " with weight " + weight);
            }
        }
    }

    public MovableWorker {
        targets = List.copyOf(targets);
        if (worker < 0 || queuedTasks < 0 || busyNanos < 0 || stateBytes < 0 || moves < 0 || hereNanos < 0) {
            throw new IllegalArgumentException("worker " + worker
                    + ": expected its number and figures from 0 on, found "
                    + queuedTasks + " queued tasks, " + busyNanos + " ns busy, " + stateBytes + " bytes, " + hereNanos
                    + " ns here after " + moves + " moves");
        }
        if (!(weightHere > 0)) {
            throw new IllegalArgumentException(
                    "worker " + worker + ": expected a weight above 0 here, found " + weightHere);
        }
    }

    /** Returns whether the worker may move to this process, one of its targets. */
    public boolean mayMoveTo(int process) {
        return targets.stream().anyMatch(target -> target.process() == process);
    }
}
