package org.moide.balance.worker.balancer;

/** The cost of moving a worker, by the measured path to each process. Quick, and called within a step only. */
@FunctionalInterface
public interface MoveCost {
    /**
     * About how long a worker handles nothing while it moves.
     *
     * @param stateBytes how long its state is; 0 if that is not known
     * @param process where to
     */
    long nanos(long stateBytes, int process);
}
