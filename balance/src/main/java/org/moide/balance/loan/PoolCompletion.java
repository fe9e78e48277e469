package org.moide.balance.loan;

/** The condition under which the root's pool is finished, once it is empty and all loans are home. */
public enum PoolCompletion {
    /**
     * The pool is finished once {@code RootBalancer.complete} was called: a bag of tasks, filled by one
     * {@code createTasks}. One round.
     */
    WHEN_COMPLETE,
    /**
     * Whenever all members have said that all their threads wait: SPMD threads that put tasks at any time. Many rounds. Not
     * when all threads of all members have left: nobody would be told.
     */
    WHEN_ALL_WAIT
}
