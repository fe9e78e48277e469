package org.moide.engine.compute;

import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/**
 * Where compute threads note the task that they are about to run, to be read when their process is found dead. Each
 * thread notes its own; that must cost next to nothing, since a task may take a microsecond.
 */
public interface TaskNotes {
    /** Nobody reads them. */
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

    /** This thread is about to decode and run this task. */
    void begins(int thread, PooledTask task);

    /** It is about to merge and encode the result of a loan. */
    void closes(int thread, LoanAccount account);

    /** What it has begun is this. May call the task's {@code toString}. */
    void named(int thread, Object task);

    /** It is about to handle a task of a worker. May call the task's {@code toString}. A spare thread may have no room. */
    void handles(int thread, long worker, Object task);

    /** It has run it and merged the result, or the task has thrown, or the loan is closed. */
    void ended(int thread);
}
