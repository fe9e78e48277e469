package org.moide.balance.loan;

import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/** A task of the root's, which knows each of them by a number: it is the task's own, whatever its bytes. Immutable. */
public final class NumberedTask extends PooledTask {
    private final long number;
    private final TaskClass taskClass;

    public NumberedTask(LoanAccount account, byte[] task, long number) {
        super(account, task, true);
        this.number = number;
        this.taskClass = TaskHead.classIn(task);
    }

    /** The number, from 0 in the order in which tasks are put or come home unfinished; used once. */
    public long number() {
        return number;
    }

    @Override
    public TaskClass taskClass() {
        return taskClass;
    }
}
