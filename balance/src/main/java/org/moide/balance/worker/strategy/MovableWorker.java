package org.moide.balance.worker.strategy;

import java.util.List;

/**
 * A worker that is here and may be moved.
 *
 * @param worker its number
 * @param queuedTasks how many of its tasks were not begun
 * @param busyNanos how long its tasks ran within the last balancer's window, or nearly
 * @param stateBytes how long its state was when it was last seen as bytes; 0 if it never was
 * @param moves how often it has moved; 0 for one that is where it began
 * @param hereNanos how long it has been here
 * @param weightHere how much rather it is here than where that has weight 1
 * @param targets the other processes to which its directives let it move now (WM, WN), each once; empty if there is none
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
     * A target to which it may move.
     *
     * @param process the number of the process
     * @param weight how much rather it is there than where that has weight 1: above 0
     * @param besideNeighbour whether a neighbour of it is there
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

    /** Returns whether the worker may move to this process. */
    public boolean mayMoveTo(int process) {
        return targets.stream().anyMatch(target -> target.process() == process);
    }
}
