package org.moide.balance.worker.balancer;

/**
 * An estimate of the cost of a worker's move, by the measured network to each process. It is called within a step only,
 * and must be quick.
 */
@FunctionalInterface
public interface MoveCost {
    /**
     * Returns the approximate time for which a moving worker handles no task.
     *
     * @param stateBytes the size of its state; 0 if unknown
     * @param process the destination
     */
    long nanos(long stateBytes, int process);
}
