package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;

/**
 * The means of a worker while it handles a task. Belongs to the thread that handles the task, for as long as it does
 * so.
 *
 * <p><b>Order.</b> Tasks that one worker sends to one other are handled in the order in which they were sent, wherever
 * the two are and move.
 *
 * @param <S> the worker's state
 * @param <T> a task
 */
public interface WorkerContext<S extends Serializable, T extends Serializable> {
    /** Returns the number of the worker that handles the task. */
    long worker();

    /** Returns the worker's state, which the handler may change. */
    S state();

    /** Gives the worker another state from here on, for states that cannot be changed. */
    void become(S state);

    // --- tasks ----------------------------------------------------------------------------------------------------

    /**
     * Sends a task to a worker, which may be this one. Does not wait for it. The task must not be changed after this
     * call.
     *
     * @throws IllegalArgumentException if it is known here that there is no such worker, or that it has ended
     */
    void send(long worker, T task);

    /**
     * Sends a task that has a number of its own. The worker may {@link #await} that number, and other tasks may wait
     * until the task has been handled ({@link #sendAfter}).
     *
     * @param planned the task's number, from 0 on; each number once
     */
    void send(long worker, long planned, T task);

    /**
     * Sends a task that is handled only after these planned tasks have been handled (ALDY, §3.4.2: task dependency).
     * Costs a message to the engine of logical ID 0 where it is sent, and one where each of these ends.
     *
     * @param after the numbers of planned tasks
     * @throws IllegalStateException without {@link WorkerSetup#dependencies}
     */
    void sendAfter(long worker, T task, long... after);

    /**
     * Sends a task to one worker of a group. The system chooses the worker: of some drawn at random, one on the engine
     * with the least load that is known.
     *
     * @throws IllegalArgumentException if there is no such group, or all of it is known to have ended
     */
    void sendToGroup(long group, T task);

    /**
     * Sends a task to every worker of a group.
     *
     * @throws IllegalArgumentException if there is no such group
     */
    void broadcast(long group, T task);

    /**
     * Makes the task with this number this worker's next task (ALDY, §3.4.4: the task that is <i>wanted</i>); all
     * others wait until that one has been handled. Does not block: the handler goes on, and ends before that task
     * begins.
     */
    void await(long planned);

    /**
     * Asks a worker something. {@link WorkerApplication#answer} answers the request, in its order among the tasks that
     * this worker sends. Does not wait; but a handler ends only when all its answers are there. A handler that has
     * asked is not tried again if it throws.
     *
     * @param type the type of the answer
     * @throws IllegalArgumentException if the worker asks itself, or if it is known here that there is no such worker,
     *     or that it has ended
     */
    <A extends Serializable> Answer<A> ask(long worker, T request, Class<A> type);

    // --- workers --------------------------------------------------------------------------------------------------

    /**
     * Starts a new worker.
     *
     * @param directives the directives for the worker; a directive whose engines have all left does not count
     * @throws IllegalArgumentException if it is known here that there is a worker with this number, or for a group of
     *     neighbours that {@code begin} has not made
     * @throws IllegalStateException for directives about hosts or memory, if {@code begin} has not announced such
     *     ({@link WorkerSetup#hostDirectives})
     */
    void start(long worker, Directives directives);

    /** Ends this worker when its handler has returned: its result is taken then. */
    void end();

    /**
     * Sets whether this worker counts as active while it has tasks; from the beginning it does (ALDY, §3.6). A worker
     * that waits for something that is not the resource to be balanced is not active.
     */
    void active(boolean active);

    /** Sets whether this worker may be moved, within its directives; from the beginning it may (ALDY, §3.8.4). */
    void movable(boolean movable);

    // --- around it ------------------------------------------------------------------------------------------------

    /**
     * Returns the number of this worker's engine. An engine keeps its number until workers are dealt anew. No engine
     * gets the number of one that has left, so the number may be higher than {@link #engines}.
     */
    int engine();

    /** Returns the number of engines that there are now. */
    int engines();

    /** Returns the words that stood after the application's name on the command line. */
    Arguments arguments();

    /** Returns the path of a file, as {@link ComputeThread#file} does. */
    Path file(String name);

    /** Returns the content of a file, as {@link ComputeThread#shared} does. */
    <V> V shared(String name, Class<V> type);

    /**
     * Returns the report, which brings words to the user. Words that are said again after the loss of an engine are
     * shown again.
     */
    Report report();
}
