package org.moide.balance.pool;

import org.moide.balance.data.TaskClass;

/**
 * A task that reads data objects. It has a type of its own so that tasks without data objects need no field for them.
 * Immutable.
 */
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
