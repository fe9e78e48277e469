package org.moide.balance.loan;

/**
 * The condition under which the root's pool is finished. In both cases the pool must also be empty and all loans
 * returned.
 */
public enum PoolCompletion {
    /**
     * The pool is finished once {@code RootBalancer.complete} was called. For a bag of tasks, which one {@code
     * createTasks} fills. There is one round.
     */
    WHEN_COMPLETE,
    /**
     * The pool is finished each time that all members report that all their threads wait. For SPMD threads, which put
     * tasks at any time. There are many rounds. A round does not end once all threads of all members have left, since
     * nobody waits for it.
     */
    WHEN_ALL_WAIT
}
