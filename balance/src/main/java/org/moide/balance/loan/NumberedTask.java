package org.moide.balance.loan;

import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/**
 * A task in the root's pool, with its number. The number identifies a task even if others have the same bytes.
 * Immutable.
 */
public final class NumberedTask extends PooledTask {
    private final long number;
    private final TaskClass taskClass;

    public NumberedTask(LoanAccount account, byte[] task, long number) {
        super(account, task, true);
        this.number = number;
        this.taskClass = TaskHead.classIn(task);
    }

    /**
     * Returns the number, which counts from 0 in the order in which tasks are put or returned unfinished; it is never
     * used again.
     */
    public long number() {
        return number;
    }

    @Override
    public TaskClass taskClass() {
        return taskClass;
    }
}
