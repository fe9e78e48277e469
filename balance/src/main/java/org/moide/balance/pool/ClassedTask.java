package org.moide.balance.pool;

import org.moide.balance.data.TaskClass;

/** A task that reads data objects. A class of its own keeps other tasks smaller. Immutable. */
final class ClassedTask extends PooledTask {
    private final TaskClass taskClass;

    ClassedTask(LoanAccount account, Object task, boolean encoded, TaskClass taskClass, int place) {
        super(account, task, encoded, place);
        this.taskClass = taskClass;
    }

    @Override
    public TaskClass taskClass() {
        return taskClass;
    }
}
