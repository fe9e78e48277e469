package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;

/**
 * The view of an {@link Application} on one compute thread: its place among all threads, the threads that it can talk
 * to, and the source of its tasks. Belongs to that thread; only that thread may call it.
 */
public interface ComputeThread {
    /** Returns the thread's logical ID, from 0 to {@link #count()} − 1. */
    int id();

    /** Returns the number of compute threads in the HiCS, which is the run's engines together. */
    int count();

    /** Returns the number of the thread's engine; engine 0 is the coordinator's own. */
    int engine();

    /** Returns the thread's index among the threads of its engine, from 0. */
    int threadIndex();

    /** Returns the number of compute threads of its engine. */
    int threadCount();

    /**
     * Returns the part of all the work that a thread should take where work is cut in advance: the power of the
     * thread's engine, divided by the engine's number of threads, over the power of all engines. The shares of all IDs
     * add up to 1, and all threads see the same numbers.
     *
     * @param id the thread's logical ID
     */
    double share(int id);

    /** Returns the words that stood after the application's name on the command line. */
    Arguments arguments();

    /** Returns the library by which this thread talks to the other compute threads, by logical ID. */
    CommLib comm();

    /**
     * Returns the content of a file that {@code --files} named, as {@code byte[]}. It is the same object for all
     * threads of an engine, fetched once.
     *
     * @param name the file's name, without its folder
     * @throws IllegalArgumentException if there is no such file, with the names there are, or if its content is asked
     *     for as another type
     */
    <V> V shared(String name, Class<V> type);

    /**
     * Returns the absolute path of a file that {@code --files} named, on this engine's host. The file has the same
     * bytes on every host as long as nobody changes the user's own file during the run. It must only be read.
     *
     * @param name the file's name, without its folder
     * @throws IllegalArgumentException if there is no such file; the message has the names of those there are
     */
    Path file(String name);

    /**
     * Waits for the threads of this engine only, as {@code comm().barrier()} does. To wait for all IDs, as MPI's
     * barrier does, call {@code comm().remoteBarrier()}.
     */
    void barrier();

    /** Returns the report, which brings words to the user, and results to {@code run.json}. */
    Report report();

    // --- surviving the loss and the change of engines -------------------------------------------------------------

    /**
     * Returns the state to go on from: that of the last checkpoint if the run has come back to it, because an engine
     * was lost or engines were changed; else a new state. To be called once, before any other call in which other
     * threads take part. An application that calls it promises two things. Everything the computation needs is in this
     * state (and in what {@link #arguments} and {@link #shared} give). And everything its threads do before this call
     * may be done again. The application object is a new one in every epoch.
     *
     * <p>With this form the run can go on only with the same number of logical IDs.
     *
     * @param initial makes the state with which a computation begins
     * @throws IllegalStateException if it is called a second time in an epoch, or the number of logical IDs has changed
     */
    <S extends Serializable> S restore(Supplier<S> initial);

    /**
     * Returns the state to go on from, as {@link #restore(Supplier)} does, for a computation that can go on with
     * another number of logical IDs as well.
     *
     * @param initial makes the state with which a computation begins
     * @param redistribution makes this thread's state when the number of logical IDs has changed
     * @throws IllegalStateException if it is called a second time in an epoch
     */
    <S extends Serializable> S restore(Supplier<S> initial, Redistribution<S> redistribution);

    /**
     * Saves this thread's state. The call is a safe point, and all IDs must call it equally often. Everything that was
     * begun must be awaited before, and all tasks must be done. Messages that were sent and not received are saved with
     * the state. The state is copied before this method returns, and stored while the computation goes on.
     *
     * <p>May be called as often as there is a state to go on from. States are kept only at some safe points, so that
     * keeping takes a small part of the time ({@code --checkpoint-share}); at the others the IDs only agree that all
     * have come to them. At one safe point the states of all IDs are kept, or none.
     *
     * <p>Everything the thread did since its last checkpoint may be done again if an engine is lost. What it said by
     * {@link #report} is not shown twice.
     *
     * @throws IllegalStateException if something was begun and not awaited, if tasks are undone, or if the state cannot
     *     be saved
     * @throws EpochEndedError if engines are changed here; the application must not catch it
     */
    void checkpoint(Serializable state);

    /**
     * Saves this thread's state as {@link #checkpoint(Serializable)} does, for a state that takes time to put together.
     * The state is asked for only if it is kept, in this thread, when all IDs have come to the safe point. No thread
     * goes on before the state is there.
     *
     * @param state makes the state; it must call nothing in which other threads take part
     */
    void checkpoint(Supplier<? extends Serializable> state);

    // --- autonomous load scheduling (MOIDE, §3.3) -----------------------------------------------------------------

    /** Adds a task to the global pool. Does not block. */
    void putTask(Serializable task);

    /**
     * Takes a task that any thread put. The call is single-sided: no other thread has to wait for it. The task counts
     * as done at this thread's next call. Blocks while the pool is empty but a running task may still put new ones.
     *
     * @return the task; null when all tasks of all threads are done
     */
    @Nullable
    Serializable getTask();

    /**
     * Adds a subtask to this engine's own queue, for the threads of this engine only: it may use data in the engine's
     * memory. It is never encoded.
     */
    void putSubtask(Serializable subtask);

    /**
     * Adds a subtask that needs nothing of this engine's memory, so that any thread of any engine can run it. As long
     * as the threads of this engine have work, it lies in the engine's own queue, as with {@link #putSubtask}. While
     * one of them waits in {@link #getTask}, or the engine has an assistant, it lies among the engine's tasks instead,
     * from which the assistant borrows. Then {@link #getTask} may return it, on this engine or on another, and it
     * counts as a task.
     */
    void lendSubtask(Serializable subtask);

    /**
     * Takes a subtask from this engine's own queue. Does not block; returns null if there is none now. A thread should
     * call it before {@link #getTask}, since nobody looks into the queue while all threads wait there.
     */
    @Nullable
    Serializable getSubtask();
}
