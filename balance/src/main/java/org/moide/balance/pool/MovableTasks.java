package org.moide.balance.pool;

import java.util.List;

/**
 * The tasks that the compute threads of an engine are running, as far as they can be moved from one loan to another
 * meanwhile: a task that has put nothing yet and is here as bytes, so that it can begin once more elsewhere. The
 * control thread asks while the threads run them.
 */
public interface MovableTasks {
    /** Lists those that run for this account. */
    List<PooledTask> of(LoanAccount account);

    /**
     * Lets a running task count in the account of {@code as} when it ends, and what it puts too.
     *
     * @return false if it has ended or has put a task meanwhile: nothing has changed then
     */
    boolean move(PooledTask task, PooledTask as);
}
