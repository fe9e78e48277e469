package org.moide.engine.compute;

import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/**
 * Notes of the tasks that compute threads run, to be read after the engine's process has died. Each thread writes its
 * own notes. A note must take a small part of a microsecond, because a task may take only that long.
 */
public interface TaskNotes {
    /** Notes that are not kept: every method does nothing. */
    TaskNotes NONE = new TaskNotes() {
        @Override
        public void begins(int thread, PooledTask task) {}

        @Override
        public void closes(int thread, LoanAccount account) {}

        @Override
        public void named(int thread, Object task) {}

        @Override
        public void handles(int thread, long worker, Object task) {}

        @Override
        public void ended(int thread) {}
    };

    /** Notes that a thread is about to decode and run a task of a bag. */
    void begins(int thread, PooledTask task);

    /** Notes that a thread is about to merge and encode the result of a loan, a batch of tasks. */
    void closes(int thread, LoanAccount account);

    /** Notes the text of the task that a thread has begun. May call the task's {@code toString}. */
    void named(int thread, Object task);

    /**
     * Notes that a thread is about to handle a worker's task. May call the task's {@code toString}. The note may be
     * dropped if there is no room for the thread.
     */
    void handles(int thread, long worker, Object task);

    /**
     * Notes that a thread has ended what it noted last: the task's result is merged, the task has thrown, or the loan
     * is closed.
     */
    void ended(int thread);
}
