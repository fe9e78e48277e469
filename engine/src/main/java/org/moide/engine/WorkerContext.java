package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;

/**
 * The calls that a worker can make while it handles a task. Only the thread that handles the task may use the context,
 * and only until the handler returns.
 *
 * <p><b>Order.</b> Tasks that one worker sends to another are handled in the order in which they were sent, on whatever
 * engines the two workers are.
 *
 * @param <S> the worker's state
 * @param <T> a task
 */
public interface WorkerContext<S extends Serializable, T extends Serializable> {
    /** Returns the number of the worker that handles the task. */
    long worker();

    /** Returns the worker's state, which the handler may change. */
    S state();

    /** Replaces the worker's state, for applications with immutable states. */
    void become(S state);

    // --- tasks ----------------------------------------------------------------------------------------------------

    /**
     * Sends a task to a worker, which may be this worker. Does not block. The task must not be changed after this call.
     *
     * @throws IllegalArgumentException if this engine knows that the worker does not exist or has ended
     */
    void send(long worker, T task);

    /**
     * Sends a task that has a number. The receiver may {@link #await} that number, and other tasks may be held until
     * this task has been handled ({@link #sendAfter}).
     *
     * @param planned the task's number, at least 0; each number may be used once in a run
     */
    void send(long worker, long planned, T task);

    /**
     * Sends a task that is handled only after some planned tasks have been handled (ALDY, §3.4.2: task dependency). A
     * planned task is one that was sent with a number. This call, and the end of each planned task, each cost one
     * message to the engine of logical ID 0.
     *
     * @param after the numbers of the planned tasks
     * @throws IllegalStateException without {@link WorkerSetup#dependencies}
     */
    void sendAfter(long worker, T task, long... after);

    /**
     * Sends a task to one worker of a group. The system draws some workers at random and chooses one whose engine has
     * the least known load.
     *
     * @throws IllegalArgumentException if there is no such group, or all of its workers are known to have ended
     */
    void sendToGroup(long group, T task);

    /**
     * Sends a task to every worker of a group.
     *
     * @throws IllegalArgumentException if there is no such group
     */
    void broadcast(long group, T task);

    /**
     * Makes the planned task with this number the next task of this worker (ALDY, §3.4.4: the task that is
     * <i>wanted</i>). The worker's other tasks wait until the planned task has arrived and has been handled. Does not
     * block: the current handler first runs to its end.
     */
    void await(long planned);

    /**
     * Sends a request to another worker, whose {@link WorkerApplication#answer} answers it. The request keeps its order
     * among the tasks that this worker sends. Does not block, but the handler counts as running until all its answers
     * have arrived. A handler that has called this method is not tried again if it throws.
     *
     * @param type the type of the answer
     * @throws IllegalArgumentException if the worker asks itself, or if this engine knows that the other worker does
     *     not exist or has ended
     */
    <A extends Serializable> Answer<A> ask(long worker, T request, Class<A> type);

    // --- workers --------------------------------------------------------------------------------------------------

    /**
     * Starts a new worker.
     *
     * @param directives the directives for the worker; a directive whose engines have all left has no effect
     * @throws IllegalArgumentException if this engine knows a worker with this number, or if the directives name a
     *     group of neighbours that {@code begin} has not made
     * @throws IllegalStateException if the directives are about hosts or memory, and {@code begin} has not announced
     *     such directives ({@link WorkerSetup#hostDirectives})
     */
    void start(long worker, Directives directives);

    /** Ends this worker after its current handler has returned. The system then takes the worker's result. */
    void end();

    /**
     * Sets whether this worker counts as active while it has tasks; initially it does (ALDY, §3.6). Engines are
     * balanced by their active workers; the tasks of a worker that is not active are no load, and no strategy moves it
     * to relieve its engine. So a worker that waits for something other than a processor should not count as active.
     */
    void active(boolean active);

    /** Sets whether the system may move this worker, within its directives; initially it may (ALDY, §3.8.4). */
    void movable(boolean movable);

    // --- engine and application -----------------------------------------------------------------------------------

    /**
     * Returns the number of this worker's engine. An engine keeps its number until the run restarts from a snapshot,
     * which distributes the workers again. Numbers of engines that have left are not reused, so the number may exceed
     * {@link #engines}.
     */
    int engine();

    /** Returns the current number of engines. */
    int engines();

    /** Returns the command line arguments after the application's name. */
    Arguments arguments();

    /** Returns the path of a file that {@code --files} named, like {@link ComputeThread#file}. */
    Path file(String name);

    /** Returns the content of a file that {@code --files} named, like {@link ComputeThread#shared}. */
    <V> V shared(String name, Class<V> type);

    /**
     * Returns the report, through which the application prints lines and reports results. Lines that a handler prints
     * again after the loss of an engine are shown again.
     */
    Report report();
}
