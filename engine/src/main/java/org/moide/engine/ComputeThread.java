package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;

/**
 * One compute thread as an {@link Application} sees it: who it is, whom it can talk to, and where its tasks come from.
 * Belongs to that thread; only it may call.
 */
public interface ComputeThread {
    /** Its logical ID, from 0 to {@link #count()} − 1. */
    int id();

    /** How many compute threads the HiCS has in all. */
    int count();

    /** The number of its engine; engine 0 is the coordinator's own. */
    int engine();

    /** Its index among the threads of its engine, from 0. */
    int threadIndex();

    /** How many compute threads its engine has. */
    int threadCount();

    /**
     * What part of all the work this thread should take where work is cut in advance: its engine's power, divided by its
     * engine's threads, over the power of all. The shares of all IDs add up to 1, and all threads see the same numbers.
     *
     * @param id a logical ID
     */
    double share(int id);

    /** What stood after the application's name on the command line. */
    Arguments arguments();

    /** Talks to the other compute threads by logical ID. */
    CommLib comm();

    /**
     * A file that {@code --files} named, as {@code byte[]}: the same object for all threads of an engine, fetched once.
     *
     * @param name the file's name, without its folder
     * @throws IllegalArgumentException if there is none, with the names there are
     */
    <V> V shared(String name, Class<V> type);

    /**
     * Where a file that {@code --files} named lies on this engine's host, absolute. It has the same bytes on every host, as
     * long as nobody changes the user's own during the run, and is to be read only.
     *
     * @param name the file's name, without its folder
     * @throws IllegalArgumentException if there is none, with the names there are
     */
    Path file(String name);

    /**
     * Waits for the threads of this engine only; the same as {@code comm().barrier()}. To wait for all IDs, as MPI's barrier
     * does, call {@code comm().remoteBarrier()}.
     */
    void barrier();

    /** Says things to the user, and what goes into {@code run.json}. */
    Report report();

    // --- surviving the loss and the change of engines -------------------------------------------------------------

    /**
     * The state to go on from: that of the last checkpoint if the run has come back to it, because an engine was lost or
     * engines were changed, else a new one. To be called once, before any other call that others take part in. An
     * application that calls it promises two things: everything the computation needs is in this state (and in what
     * {@link #arguments} and {@link #shared} give), and what its threads do before this call may be done again. The application
     * object is a new one in every epoch.
     *
     * <p>With this form the run goes on only with as many logical IDs as there were.
     *
     * @param initial makes the state to begin with
     */
    <S extends Serializable> S restore(Supplier<S> initial);

    /** As {@link #restore(Supplier)}, for a computation that can go on with another number of logical IDs as well. */
    <S extends Serializable> S restore(Supplier<S> initial, Redistribution<S> redistribution);

    /**
     * Saves this thread's state: a safe point, which all IDs call as often as each other. Whatever was begun is awaited
     * before, and tasks are done; messages that were sent and not received are saved with the state. The state is copied
     * before this returns, and stored while the computation goes on.
     *
     * <p>May be called as often as there is a state to go on from: the states of so many safe points are kept as take a small
     * part of the time ({@code --checkpoint-share}); of the others only that all have come to them is agreed. All IDs' are kept
     * or none.
     *
     * <p>What the thread did since its last checkpoint may be done again if an engine is lost; what it said by
     * {@link #report} is not said twice.
     *
     * @throws IllegalStateException if something was begun and not awaited, or tasks are undone
     * @throws EpochEndedError if engines are changed here; not to be caught
     */
    void checkpoint(Serializable state);

    /**
     * As {@link #checkpoint(Serializable)}, for a state that takes time to put together: it is asked for only if it is kept,
     * in this thread, when all IDs have come to the safe point. Until it has answered, no thread goes on.
     *
     * @param state makes the state; must call nothing in which others take part
     */
    void checkpoint(Supplier<? extends Serializable> state);

    // --- autonomous load scheduling (MOIDE, §3.3) -----------------------------------------------------------------

    /** Adds a task to the global pool. Does not block. */
    void putTask(Serializable task);

    /**
     * Takes a task that anyone put, single-sided: nobody else has to be waiting. The task counts as done at this
     * thread's next call. Blocks while the pool is empty but somebody's task may still put new ones.
     *
     * @return null when all tasks of all threads are done
     */
    @Nullable
    Serializable getTask();

    /**
     * Adds a subtask to this engine's own queue, for the threads of this engine only: it may use what lies in the engine's
     * memory. It is never encoded.
     */
    void putSubtask(Serializable subtask);

    /**
     * Adds a subtask that needs nothing of this engine's memory, so that any thread of any engine can run it. As long as
     * the threads of this engine have work it lies in the engine's own queue, as with {@link #putSubtask}. While one of
     * them waits in {@link #getTask}, or the engine has an assistant, it lies among the engine's tasks instead, from which
     * the assistant borrows: so {@link #getTask} may return it, here or there, and it counts as a task.
     */
    void lendSubtask(Serializable subtask);

    /**
     * Takes a subtask from this engine's own queue. Does not block; null if there is none now. A thread calls it before
     * {@link #getTask}, since nobody looks into the queue while all wait there.
     */
    @Nullable
    Serializable getSubtask();
}
