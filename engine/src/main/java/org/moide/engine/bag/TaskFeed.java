package org.moide.engine.bag;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.pool.PooledTask;
import org.moide.engine.data.WrittenData;

/**
 * The place where the compute threads of an engine meet its pool: threads run tasks as fast as they can, the pool keeps
 * the books. Each method with a thread's index is called by that compute thread.
 */
public interface TaskFeed {
    /** A piece of work that a compute thread is to do next. */
    sealed interface Work {
        /** A task to run; then tell {@link #executed}, or {@link #failed} if it threw. */
        record Run(PooledTask task) implements Work {}

        /**
         * A loan that goes home: merge the threads' results, encode them and the tasks that were not begun, and tell
         * {@link #closed}.
         */
        record Close(LoanOutput.CloseLoan loan) implements Work {}

        /** Tasks that go to another engine: encode them and tell {@link #encoded}. */
        record Encode(LoanOutput.EncodeTasks tasks) implements Work {}

        /** A data object that is to be made again, of {@code mostBytes} at most; then tell {@link #made}. */
        record Make(long id, long mostBytes) implements Work {}

        /** A call of a program's executor, past the bag: no other is open. */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Alone(byte[] call) implements Work {}

        /** Results that came home: merge them into the thread's own of their loan and tell {@link #merged}. */
        record Merge(LoanOutput.MergeResults results) implements Work {}
    }

    /**
     * Returns the next piece of work. Waits while there is none but may still be some.
     *
     * @return null when all tasks of all engines are done; a later call waits for the next round of tasks
     */
    @Nullable
    Work next(int thread) throws InterruptedException;

    /**
     * Adds a task that {@code parent} created, in a bag.
     *
     * @param queue the index of the thread whose queue takes the task, if each thread has one
     * @param reads the data objects that it reads
     * @param priority NaN if it has none
     */
    void put(int thread, int queue, PooledTask parent, Serializable task, TaskClass reads, double priority);

    /** Returns the value of a data object that the task of this thread reads. */
    Object object(long id);

    /** Returns the value of a shared object, the same for all threads. Waits until it is here; then it stays. */
    Object shared(long id) throws InterruptedException;

    /**
     * Begins to send a data object, which a running task writes, to the coordinator. Waits while too much is on its
     * way.
     *
     * @return the written object, which is given to the task's loan if the task ends well, or else to {@link #discard}
     */
    WrittenData write(long id, Serializable value) throws InterruptedException;

    /** Writes a data object that can be made again: it stays on this engine. Does not block. */
    WrittenData writeRecomputable(long id, Serializable value);

    /**
     * Takes a data object that was made again.
     *
     * @throws IllegalArgumentException if it is larger than it may be
     */
    void made(int thread, Work.Make made, Serializable value);

    /** Discards what a task that threw has written. */
    void discard(List<WrittenData> written);

    /**
     * Adds a task of an SPMD application, created by {@code parent} or, with null, outside of any task. It is encoded
     * at once: when the application leaves tasks undone, no compute thread is there any more to encode them.
     */
    void putEncoded(int thread, @Nullable PooledTask parent, Serializable task);

    /**
     * Checks, if {@link #verifiesObjects}, that the data objects which a task has read are as they were.
     *
     * @throws IllegalStateException if one is not
     */
    void verifyObjects(PooledTask task);

    /** Returns whether data objects are checked for changes. */
    boolean verifiesObjects();

    /** Returns whether the engine could do with more tasks. */
    boolean isShortOfTasks();

    /**
     * Returns whether a thread of this engine waits for a task, or an assistant may wait: neither finds what lies in an
     * application's own queue.
     */
    boolean lacksTasks();

    /** Notes that {@code task} has run and that its result is in the account. */
    void executed(int thread, PooledTask task);

    /** Notes that {@code task} threw: it has no result, and does not count as executed. */
    void failed(int thread, PooledTask task, FailedTask failure);

    /** Notes that a thread talks to others from here on: while it waits for them, in a task, other threads may work. */
    void communicates();

    /** Takes a loan that is ready to go home. */
    void closed(int thread, LoanOutput.ClosedLoan loan);

    /** Takes tasks that are ready to go to another engine. */
    void encoded(int thread, LoanOutput.EncodedTasks tasks);

    /** Notes that results are merged into the thread's own. */
    void merged(int thread, LoanOutput.MergedResults results);

    /** Notes that this thread has left the application: it will neither put nor take. */
    void leave(int thread);

    /** Returns how long this thread has waited in {@link #next}. To be read when it has ended. */
    long waitNanos(int thread);

    /** Returns how long the calling thread has waited for shared objects, and for room to send what it wrote. */
    long dataWaitNanos();

    /** Returns how many tasks this thread has run. To be read when it has ended. */
    long tasks(int thread);
}
