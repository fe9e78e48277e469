package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;

/**
 * The compute thread as its {@link Application} sees it: its logical ID, its messages, its tasks and its checkpoints.
 * Only the compute thread itself may call these methods.
 */
public interface ComputeThread {
    /** Returns the thread's logical ID, from 0 to {@link #count()} − 1. */
    int id();

    /** Returns the number of compute threads of all engines of the run. */
    int count();

    /** Returns the number of this thread's engine, from 0. Engine 0 is in the coordinator's process. */
    int engine();

    /** Returns this thread's index among the threads of its engine, from 0. */
    int threadIndex();

    /** Returns the number of compute threads of this thread's engine. */
    int threadCount();

    /**
     * Returns the fraction of the work that a compute thread should take if work is divided in advance. It is the power
     * (measured speed) of the thread's engine divided by the engine's number of threads and by the power of all
     * engines. The shares of all IDs add up to 1, and all threads get the same numbers.
     *
     * @param id the thread's logical ID
     */
    double share(int id);

    /** Returns the command line arguments after the application's name. */
    Arguments arguments();

    /** Returns the communication library by which this thread exchanges messages with other compute threads. */
    CommLib comm();

    /**
     * Returns the content of a file that the user named with {@code --files}, as {@code byte[]}. All threads of an
     * engine get the same array, which they must not change.
     *
     * @param name the file's name, without its folder
     * @throws IllegalArgumentException if there is no such file (the message lists the names), or {@code type} is not
     *     {@code byte[]}
     */
    <V> V shared(String name, Class<V> type);

    /**
     * Returns the absolute path of a file that {@code --files} named, on this engine's host. The file has the same
     * bytes on every host as long as nobody changes the user's own file during the run. The application must not write
     * to it.
     *
     * @param name the file's name, without its folder
     * @throws IllegalArgumentException if there is no such file; the message lists the names
     */
    Path file(String name);

    /**
     * Waits until all compute threads of this engine have called this method, as {@code comm().barrier()} does. For a
     * barrier of all compute threads of the run call {@code comm().remoteBarrier()}.
     */
    void barrier();

    /** Returns the report, through which the application prints lines and reports results and progress. */
    Report report();

    // --- surviving the loss and the change of engines -------------------------------------------------------------

    /**
     * Returns the state from which this thread computes. After the loss or change of engines it is the state of the
     * last checkpoint; at the start of a run it is a new one. Call it once in an epoch (the time between two changes of
     * engines), before any call in which other threads take part. The application guarantees two things: this state,
     * {@link #arguments} and {@link #shared} contain everything that the computation needs; and everything that its
     * threads do before this call may be repeated. Every epoch has a new application object.
     *
     * <p>A run that calls this form can continue only with the same number of logical IDs.
     *
     * @param initial makes the state at the start of the run
     * @throws IllegalStateException if it is called a second time in an epoch, or the number of logical IDs has changed
     */
    <S extends Serializable> S restore(Supplier<S> initial);

    /**
     * Returns the state from which this thread computes, like {@link #restore(Supplier)}, for an application that can
     * continue with another number of logical IDs.
     *
     * @param initial makes the state at the start of the run
     * @param redistribution makes this thread's state when the number of logical IDs has changed
     * @throws IllegalStateException if it is called a second time in an epoch
     */
    <S extends Serializable> S restore(Supplier<S> initial, Redistribution<S> redistribution);

    /**
     * Saves this thread's state. The call is a safe point: all compute threads of the run must call it equally often.
     * Before the call, all nonblocking operations must have been awaited and all tasks must be done. Messages that were
     * sent but not yet received are saved with the state. The state is copied before this method returns, and stored
     * while the computation goes on.
     *
     * <p>It may be called at every point at which the computation could restart. Only some calls store the states, so
     * that storing takes a limited part of the time ({@code --checkpoint-share}); in other calls the threads only agree
     * that all have arrived. A call stores the states of all threads, or of none.
     *
     * <p>If an engine is lost, everything that the thread did since its last stored state may be repeated. Lines of
     * {@link #report} are not shown twice.
     *
     * @throws IllegalStateException if a nonblocking operation was not awaited, if tasks are not done, or if the state
     *     cannot be saved
     * @throws EpochEndedError if the run's engines change at this safe point; the application must not catch it
     */
    void checkpoint(Serializable state);

    /**
     * Saves this thread's state like {@link #checkpoint(Serializable)}, for a state that takes time to build. {@code
     * state} is called only if this safe point stores states, on this thread, after all compute threads of the run have
     * arrived. No thread continues before all states are built.
     *
     * @param state makes the state; it must not communicate with other threads
     */
    void checkpoint(Supplier<? extends Serializable> state);

    // --- autonomous load scheduling (MOIDE, §3.3) -----------------------------------------------------------------

    /** Adds a task to the pool that all compute threads share. Does not block. */
    void putTask(Serializable task);

    /**
     * Adds tasks to the pool of this thread's own engine (Task Pool Teams, tp_put). If each of the engine's threads has
     * a queue, the tasks are dealt to these queues. Another engine gets a task only if the strategy moves it there. A
     * task that is put alone and outside of any task begins on this engine, whatever the strategy; those that it puts
     * may move. Within a task, {@link #putTask} puts one task into the queue of the thread itself. Does not block.
     */
    void putHere(List<? extends Serializable> tasks);

    /**
     * Puts the task that {@link #getTask} returned last aside, so that this thread takes other tasks while that one
     * waits, for instance for the answer to a request (Task Pool Teams, complex communication). The task does not count
     * as done. Once the returned object has run, {@link #getTask} returns {@code rest} to a thread of this engine, and
     * that thread goes on with the task: it is done when the thread calls {@link #getTask} again, or is put aside once
     * more. Tasks that are put aside are not moved to other engines.
     *
     * @param rest what is left to do; it may refer to data in the engine's memory and is never serialized
     * @return lets the task go on. Any thread must run it, once, before all tasks can be done; it does not block
     * @throws IllegalStateException if this thread has no task, or has put it aside already
     */
    Runnable setAside(Serializable rest);

    /**
     * Takes a task that any thread has put. A thread may call this at any time, whatever other threads do. The task
     * that the last call returned counts as done when this thread calls the method again. Blocks while the pool is
     * empty but running tasks may still put new ones.
     *
     * @return the task; null when all tasks of all threads are done
     */
    @Nullable
    Serializable getTask();

    /**
     * Adds a subtask to this engine's own queue. Only threads of this engine run it, so it may refer to data in the
     * engine's memory. It is never serialized.
     */
    void putSubtask(Serializable subtask);

    /**
     * Adds a subtask that any thread of any engine can run, because it refers to no data in this engine's memory. If a
     * thread of this engine waits in {@link #getTask} now, or the engine has an assistant (an engine that works for
     * this one alone), the subtask becomes a task: {@link #getTask} returns it, here or on another engine, and it counts
     * as a task. Otherwise it goes to this engine's own queue, like one of {@link #putSubtask}.
     */
    void lendSubtask(Serializable subtask);

    /**
     * Takes a subtask from this engine's own queue. Does not block; returns null if there is none now. A thread should
     * empty the queue before it calls {@link #getTask}, because threads that wait there do not look into the queue.
     */
    @Nullable
    Serializable getSubtask();
}
