package org.moide.engine.compute;

import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/**
 * The place where compute threads note the task that they are about to run, to be read when their process is found
 * dead. Each thread notes its own; that must cost next to nothing, since a task may take a microsecond.
 */
public interface TaskNotes {
    /** Notes that nobody reads. */
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

    /** Notes that this thread is about to decode and run this task. */
    void begins(int thread, PooledTask task);

    /** Notes that this thread is about to merge and encode the result of a loan. */
    void closes(int thread, LoanAccount account);

    /** Notes the task that this thread has begun, as an object. May call the task's {@code toString}. */
    void named(int thread, Object task);

    /**
     * Notes that this thread is about to handle a task of a worker. May call the task's {@code toString}. There may be
     * no room for a spare thread.
     */
    void handles(int thread, long worker, Object task);

    /**
     * Notes that this thread has ended its work: it has merged the task's result, or the task has thrown, or the loan
     * is closed.
     */
    void ended(int thread);
}
