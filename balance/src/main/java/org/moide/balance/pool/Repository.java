package org.moide.balance.pool;

import org.jspecify.annotations.Nullable;

/**
 * A repository of tasks that the application organises (SAMBA's class {@code Repository}). Only compute threads call
 * it, one at a time. What a method throws ends the run.
 */
public interface Repository {
    /**
     * Inserts a task.
     *
     * @return false if the task cannot be shown to the application; it is then the next to run
     */
    boolean insert(PooledTask task);

    /**
     * Takes a task out: the one that is to run next. It may be one that has been lent meanwhile; the caller knows those
     * and asks again.
     *
     * @return null if the application says that it has none
     */
    @Nullable
    PooledTask retrieve();

    /** Returns the exception for an application that has said that it has no task, although it has {@code tasks}. */
    RuntimeException lost(int tasks);
}
