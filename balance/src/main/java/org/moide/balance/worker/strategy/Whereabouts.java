package org.moide.balance.worker.strategy;

/**
 * The whereabouts of workers, as far as it is known here, and where they can be; asked within a step only. What is
 * asked here must be quick: it is asked for every neighbour of every worker that a step sees.
 */
public interface Whereabouts {
    /** The process of a worker whose place is not known, or that is not there. */
    int NOWHERE = -1;

    /** The process where a worker is, or {@link #NOWHERE}. */
    int processOf(long worker);

    /** Returns whether a process holds a worker of this group, other than {@code except}. */
    boolean holdsMember(int process, long group, long except);

    /** The fitness of processes for what workers need. */
    default WorkerRule.Fitness fitness() {
        return WorkerRule.Fitness.ALL;
    }
}
