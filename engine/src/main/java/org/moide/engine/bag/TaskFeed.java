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
 * Where the compute threads of an engine meet its pool (where the fast half meets the right half). Each
 * method is called by the compute thread whose index is given.
 */
public interface TaskFeed {
    /** What a compute thread is to do next. */
    sealed interface Work {
        /** Run this task and tell {@link #executed}. */
        record Run(PooledTask task) implements Work {}

        /**
         * This loan goes home: merge the threads' results, encode them and the tasks that were not begun, and tell
         * {@link #closed}.
         */
        record Close(LoanOutput.CloseLoan loan) implements Work {}

        /** These tasks go to another engine: encode them and tell {@link #encoded}. */
        record Encode(LoanOutput.EncodeTasks tasks) implements Work {}

        /** This data object is to be made again, of so many bytes at most; tell {@link #made}. */
        record Make(long id, long mostBytes) implements Work {}

        /** A call of a program's executor, past the bag: no other is open. */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Alone(byte[] call) implements Work {}

        /** These results came home: merge them into the thread's own of their loan and tell {@link #merged}. */
        record Merge(LoanOutput.MergeResults results) implements Work {}
    }

    /**
     * The next piece of work. Waits while there is none but may still be some.
     *
     * @return null when all tasks of all engines are done; a later call waits for the next round of tasks
     */
    @Nullable
    Work next(int thread) throws InterruptedException;

    /**
     * Adds a task that {@code parent} created, in a bag.
     *
     * @param queue of which thread, if each has one
     * @param reads the data objects that it reads
     * @param priority NaN if it has none
     */
    void put(int thread, int queue, PooledTask parent, Serializable task, TaskClass reads, double priority);

    /** What a data object decodes to, which the task that this thread runs reads. */
    Object object(long id);

    /** What a shared object decodes to: the same for all threads. Waits until it is here; then it stays. */
    Object shared(long id) throws InterruptedException;

    /**
     * Begins to send a data object, which a running task writes, to the coordinator. Waits while too much is on its
     * way.
     *
     * @return to be given to the loan of a task that ends well, or else to {@link #discard}
     */
    WrittenData write(long id, Serializable value) throws InterruptedException;

    /** As {@link #write}, of one that can be made again: it stays on this engine. Does not block. */
    WrittenData writeRecomputable(long id, Serializable value);

    /**
     * A data object was made again.
     *
     * @throws IllegalArgumentException if it is larger than it may be
     */
    void made(int thread, Work.Make made, Serializable value);

    /** What a task that threw has written counts for nothing. */
    void discard(List<WrittenData> written);

    /**
     * Adds a task of an SPMD application, created by {@code parent} or, with null, outside of any task. It is encoded
     * at once: when the application leaves tasks undone, no compute thread is there any more to encode them.
     */
    void putEncoded(int thread, @Nullable PooledTask parent, Serializable task);

    /**
     * Looks, if that is wanted, whether the data objects that a task has read are as they were.
     *
     * @throws IllegalStateException if one is not
     */
    void verifyObjects(PooledTask task);

    /** Whether that is wanted. */
    boolean verifiesObjects();

    /** Whether the engine could do with more tasks. */
    boolean isShortOfTasks();

    /** Whether a thread of this engine waits for a task, or an assistant may: what lies in a queue of its own, neither finds. */
    boolean lacksTasks();

    /** {@code task} has run and its result is in the account. */
    void executed(int thread, PooledTask task);

    /** {@code task} threw; it has neither a result nor been executed. */
    void failed(int thread, PooledTask task, FailedTask failure);

    /** A thread talks to others from here on: while it waits for them, in a task, others may work. */
    void communicates();

    /** A loan is ready to go home. */
    void closed(int thread, LoanOutput.ClosedLoan loan);

    /** Tasks are ready to go to another engine. */
    void encoded(int thread, LoanOutput.EncodedTasks tasks);

    /** Results are merged into the thread's own. */
    void merged(int thread, LoanOutput.MergedResults results);

    /** This thread has left the application: it will neither put nor take. */
    void leave(int thread);

    /** How long this thread has waited in {@link #next}. Read when it has ended. */
    long waitNanos(int thread);

    /** How long the calling thread has waited for shared objects, and until what it wrote could go. */
    long dataWaitNanos();

    /** How many tasks this thread has run. Read when it has ended. */
    long tasks(int thread);
}
