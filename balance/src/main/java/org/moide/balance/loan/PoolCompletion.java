package org.moide.balance.loan;

/** The condition under which the root's pool is finished. In any case it must be empty and all loans returned. */
public enum PoolCompletion {
    /**
     * After {@code RootBalancer.complete} was called: for a bag of tasks, filled by one {@code createTasks}. There is
     * one round.
     */
    WHEN_COMPLETE,
    /**
     * Whenever all members report that all their threads wait: for SPMD threads that put tasks at any time. There are
     * many rounds. A round does not end once all threads of all members have left, since nobody waits for it.
     */
    WHEN_ALL_WAIT
}
