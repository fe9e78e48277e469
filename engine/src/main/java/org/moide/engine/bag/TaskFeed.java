package org.moide.engine.bag;

import java.io.Serializable;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.pool.Repository;
import org.moide.engine.data.WrittenData;

/**
 * Connects the compute threads of an engine with its pool of tasks. Threads take work from it and report results to it.
 * A method with a thread's index is called by that compute thread.
 */
public interface TaskFeed {
    /** A piece of work for a compute thread. */
    sealed interface Work {
        /** The order to run a task. The thread then calls {@link #executed}, or {@link #failed} if the task threw. */
        record Run(PooledTask task) implements Work {}

        /**
         * The order to close a loan, a batch of borrowed tasks, before it is returned to its lender. The thread merges
         * all threads' results, encodes the merged result and the tasks that were not begun, and calls {@link #closed}.
         */
        record Close(LoanOutput.CloseLoan loan) implements Work {}

        /** The order to encode tasks for another engine. The thread then calls {@link #encoded}. */
        record Encode(LoanOutput.EncodeTasks tasks) implements Work {}

        /**
         * The order to compute a data object again, whose encoding takes {@code mostBytes} at most. The thread then
         * calls {@link #made}.
         */
        record Make(long id, long mostBytes) implements Work {}

        /**
         * The order to go on with a task that was put aside ({@link #setAside}). The thread then calls {@link
         * #executed}, or puts it aside again.
         *
         * @param rest what was given when it was put aside
         */
        record Resume(PooledTask task, Serializable rest) implements Work {}

        /** The order to run a single call of an executor that is not a task of the bag. */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Alone(byte[] call) implements Work {}

        /**
         * The order to merge returned results into the thread's own result of their loan. The thread then calls {@link
         * #merged}.
         */
        record Merge(LoanOutput.MergeResults results) implements Work {}
    }

    /**
     * Returns the next piece of work. Blocks while there is none now but more may come.
     *
     * @return null when all tasks of all engines are done; a later call waits for the next phase's tasks
     */
    @Nullable
    Work next(int thread) throws InterruptedException;

    /**
     * Lets the application decide which of the queued tasks runs next. Called once, before any thread takes or puts a
     * task.
     *
     * @param repositories makes an empty repository; called once, or once for each thread
     */
    void organise(Supplier<Repository> repositories);

    /**
     * Adds a task of a bag that {@code parent} has put.
     *
     * @param queue the index of the thread whose queue takes the task, if each thread has one
     * @param reads the data objects that the task reads
     * @param priority the task's priority; NaN if it has none
     */
    void put(int thread, int queue, PooledTask parent, Serializable task, TaskClass reads, double priority);

    /** Returns the value of a data object that this thread's task reads. */
    Object object(long id);

    /** Returns the value of a shared object, the same for all threads. Blocks until it has arrived. */
    Object shared(long id) throws InterruptedException;

    /**
     * Queues a data object that the running task writes, to be sent to the coordinator. Blocks while too many bytes are
     * in transit.
     *
     * @return the written object; the caller adds it to the task's loan if the task ends well, or passes it to
     *     {@link #discard}
     */
    WrittenData write(long id, Serializable value) throws InterruptedException;

    /** Writes a data object that can be computed again, and keeps it on this engine. Does not block. */
    WrittenData writeRecomputable(long id, Serializable value);

    /**
     * Takes a data object that was computed again.
     *
     * @throws IllegalArgumentException if it is larger than declared
     */
    void made(int thread, Work.Make made, Serializable value);

    /** Discards the objects that a task has written before it threw. */
    void discard(List<WrittenData> written);

    /**
     * Adds a task of an SPMD application. It is encoded at once: if the application returns before all tasks are done,
     * no compute thread is left to encode them.
     *
     * @param parent the task that put it; null if it was put outside of any task
     */
    void putEncoded(int thread, @Nullable PooledTask parent, Serializable task);

    /**
     * Adds tasks of an SPMD application like {@link #putEncoded}. They begin on this engine, unless the strategy moves
     * them; it does not move a single one that is put outside of any task. They are dealt to the queues of the engine's
     * threads, if each has one.
     *
     * @param parent the task that put them; null if they were put outside of any task
     */
    void putHere(int thread, @Nullable PooledTask parent, List<? extends Serializable> tasks);

    /**
     * Puts the task that the thread runs aside. It does not count as executed, and its loan stays open.
     *
     * @param rest passed on with the task when a thread of this engine goes on with it
     * @return lets a thread go on with the task: {@link #next} returns a {@link Work.Resume}. Any thread may run it,
     *     once; it does not block
     */
    Runnable setAside(int thread, PooledTask task, Serializable rest);

    /**
     * Checks that a task has not changed the data objects that it read. Does nothing unless {@link #verifiesObjects}.
     *
     * @throws IllegalStateException if an object has changed
     */
    void verifyObjects(PooledTask task);

    /** Returns whether data objects are checked for changes. */
    boolean verifiesObjects();

    /** Returns whether few tasks are queued for this engine's threads. */
    boolean isShortOfTasks();

    /**
     * Returns whether a thread waits for a task on this engine, or possibly on the engine that assists it. Such a
     * thread does not find tasks in the application's own queue of subtasks.
     */
    boolean lacksTasks();

    /**
     * Returns the task together with its encoding, from which another engine can start a second copy while the task
     * runs here. Returns the task as it is if no second copies are wanted now. Called before the task runs, because
     * running may change it.
     */
    PooledTask withBytes(int thread, PooledTask task);

    /**
     * Notes that a task has run, and that its result was merged into the result of its loan, the batch of tasks to
     * which it belongs.
     */
    void executed(int thread, PooledTask task);

    /** Notes that the task threw. It has no result, and does not count as executed. */
    void failed(int thread, PooledTask task, FailedTask failure);

    /**
     * Notes that the tasks of this engine begin to communicate. From now on, more threads may take tasks than there are
     * processors, because tasks may wait for each other.
     */
    void communicates();

    /** Takes the encoded result and tasks of a loan (a batch of borrowed tasks), ready to be returned to its lender. */
    void closed(int thread, LoanOutput.ClosedLoan loan);

    /** Takes encoded tasks, ready to be sent to another engine. */
    void encoded(int thread, LoanOutput.EncodedTasks tasks);

    /** Notes that results which other engines have returned were merged. */
    void merged(int thread, LoanOutput.MergedResults results);

    /** Notes that this thread has left the application. It puts and takes no task from now on. */
    void leave(int thread);

    /** Returns the time that this thread has waited in {@link #next}. Valid after the thread has ended. */
    long waitNanos(int thread);

    /** Returns the time that the calling thread has waited for shared objects, and for room to send written objects. */
    long dataWaitNanos();

    /** Returns the number of tasks that this thread has run. Valid after the thread has ended. */
    long tasks(int thread);
}
