package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;

/**
 * What a worker may do while it handles a task. Belongs to the thread that handles, for as long as it does.
 *
 * <p><b>Order.</b> What one worker sends to one other is handled in the order in which it was sent, wherever the two are and
 * move.
 *
 * @param <S> its state
 * @param <T> a task
 */
public interface WorkerContext<S extends Serializable, T extends Serializable> {
    /** Whose task it is. */
    long worker();

    /** Its state, which the handler may change. */
    S state();

    /** Has the worker another state from here on: for states that cannot be changed. */
    void become(S state);

    // --- tasks ----------------------------------------------------------------------------------------------------

    /**
     * Sends a task to a worker, which may be this one. Does not wait for it. The task is not to be changed after this.
     *
     * @throws IllegalArgumentException if it is known here that there is no such worker, or that it has ended
     */
    void send(long worker, T task);

    /**
     * Sends a task that has a number of its own, for which the worker may {@link #await}, and after whose end others may begin
     * ({@link #sendAfter}).
     *
     * @param planned from 0 on; each number once
     */
    void send(long worker, long planned, T task);

    /**
     * Sends a task that is not handled before these have been (ALDY, §3.4.2: task dependency). Costs a message to the engine of
     * logical ID 0 where it is sent, and one where each of these ends.
     *
     * @param after numbers of planned tasks
     * @throws IllegalStateException without {@link WorkerSetup#dependencies}
     */
    void sendAfter(long worker, T task, long... after);

    /** Sends a task to one worker of a group, whom the strategy chooses. */
    void sendToGroup(long group, T task);

    /** Sends a task to every worker of a group. */
    void broadcast(long group, T task);

    /**
     * This worker's next task is the one with this number (ALDY, §3.4.4: the task that is <i>wanted</i>); all others
     * wait until that has been handled. Does not block: the handler goes on, and ends before that task begins.
     */
    void await(long planned);

    /**
     * Asks a worker something, which {@link WorkerApplication#answer} answers, in its order among what this one sends. Does not
     * wait; a handler ends only when all its answers are there. A handler that has asked is not tried again if it throws.
     *
     * @param type of the answer
     */
    <A extends Serializable> Answer<A> ask(long worker, T request, Class<A> type);

    // --- workers --------------------------------------------------------------------------------------------------

    /**
     * A new worker begins.
     *
     * @param directives of which one whose engines have all left does not count
     * @throws IllegalArgumentException if it is known here that there is one with this number, or for a group of neighbours that
     *     {@code begin} has not made
     * @throws IllegalStateException for directives about hosts or memory, of which {@code begin} said nothing
     *     ({@link WorkerSetup#hostDirectives})
     */
    void start(long worker, Directives directives);

    /** This worker ends when its handler has returned: its result is taken then. */
    void end();

    /**
     * Whether this worker counts as active while it has tasks, which it does from the beginning (ALDY, §3.6). One that waits for
     * something that is not the resource to be balanced is not active.
     */
    void active(boolean active);

    /** Whether this worker may be moved, within its directives, which it may from the beginning (ALDY, §3.8.4). */
    void movable(boolean movable);

    // --- around it ------------------------------------------------------------------------------------------------

    /**
     * The number of its engine, which that keeps until workers are dealt anew. Nobody gets the number of one that has
     * left, so it may be higher than {@link #engines}.
     */
    int engine();

    /** How many engines there are now. */
    int engines();

    /** What stood after the application's name on the command line. */
    Arguments arguments();

    /** As {@link ComputeThread#file}. */
    Path file(String name);

    /** As {@link ComputeThread#shared}. */
    <V> V shared(String name, Class<V> type);

    /** Says things to the user; what is said again after the loss of an engine is shown again. */
    Report report();
}
