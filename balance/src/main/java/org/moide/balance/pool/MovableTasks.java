package org.moide.balance.pool;

import java.util.List;

/**
 * The tasks that the compute threads of an engine are running, as far as they can be moved from one loan to another
 * while they run: tasks that have put no task yet and whose encoded bytes are known, so that they can begin once more
 * elsewhere. The control thread calls the methods while the threads run the tasks.
 */
public interface MovableTasks {
    /** Returns the running tasks of one loan, given by its account, that can be moved. */
    List<PooledTask> of(LoanAccount account);

    /**
     * Moves a running task to the loan of {@code as}: when the task ends it counts there, and so do the tasks that it
     * puts.
     *
     * @return false if the task has ended or has put a task meanwhile; then nothing has changed
     */
    boolean move(PooledTask task, PooledTask as);
}
