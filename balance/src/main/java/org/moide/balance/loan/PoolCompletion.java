package org.moide.balance.loan;

/**
 * The condition under which the root's pool is finished. In any case the pool must be empty and all loans must be
 * returned.
 */
public enum PoolCompletion {
    /**
     * The pool is finished once {@code RootBalancer.complete} was called too: for a bag of tasks, filled by one
     * {@code createTasks}. There is one round.
     */
    WHEN_COMPLETE,
    /**
     * The pool is finished whenever all members report that all their threads wait: for SPMD threads that put tasks at
     * any time. There are many rounds. A round does not end once all threads of all members have left, since nobody
     * waits for it.
     */
    WHEN_ALL_WAIT
}
