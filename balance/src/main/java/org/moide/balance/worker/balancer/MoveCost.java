package org.moide.balance.worker.balancer;

/**
 * An estimate of the cost of moving a worker, by the measured network to each process. Called only within a step of the
 * balancer, so it must be quick.
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
