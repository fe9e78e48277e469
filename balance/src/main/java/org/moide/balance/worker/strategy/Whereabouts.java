package org.moide.balance.worker.strategy;

/**
 * The known places of workers, and the fitness of processes. Called only within a step of the balancer. The methods
 * must be quick, since a step calls them for every neighbour of every worker.
 */
public interface Whereabouts {
    /** The result of {@link #processOf} for a worker whose place is unknown, or that does not exist. */
    int NOWHERE = -1;

    /** Returns the process on which a worker is, as far as known, or {@link #NOWHERE}. */
    int processOf(long worker);

    /** Returns whether a process holds a worker of this group, other than {@code except}. */
    boolean holdsMember(int process, long group, long except);

    /** Returns the test of which processes fulfil workers' needs. */
    default WorkerRule.Fitness fitness() {
        return WorkerRule.Fitness.ALL;
    }
}
