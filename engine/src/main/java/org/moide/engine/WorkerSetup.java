package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;

/**
 * What a {@link WorkerApplication} may say before its workers begin. Belongs to the thread that calls
 * {@link WorkerApplication#begin}; nothing here blocks.
 *
 * <p>IDs of workers, of groups and of planned tasks are the application's own, from 0 on, each kind by itself: so that everybody
 * knows them without being told (ALDY, §3.1).
 *
 * @param <T> a task
 */
public interface WorkerSetup<T extends Serializable> {
    /**
     * There are these workers, from {@code first} on, each of which may be anywhere at its beginning, and stays there. They are
     * dealt to the engines in the order of their numbers, by power.
     *
     * @throws IllegalArgumentException if there is one of them already, or for a number below 0
     */
    default void workers(long first, long count) {
        workers(first, count, Directives.NONE);
    }

    /** As {@link #workers(long, long)}, by directives that hold for each of them. */
    void workers(long first, long count, Directives directives);

    /**
     * There is this worker.
     *
     * @throws IllegalArgumentException if there is one with this number, or the directives leave no engine for it. That
     *     a group of neighbours was never made is found when {@code begin} has returned
     */
    default void worker(long worker, Directives directives) {
        workers(worker, 1, directives);
    }

    /**
     * Puts workers into a group, which is made by this (ALDY, §3.8.1). They need not exist.
     *
     * @throws IllegalArgumentException for a number below 0
     */
    void group(long group, long firstWorker, long count);

    /**
     * Tasks will wait for planned ones ({@link WorkerContext#sendAfter}): so the engine of logical ID 0 is told of the
     * end of each planned task.
     */
    void dependencies();

    /**
     * Workers that begin later ({@link WorkerContext#start}) may have directives about hosts or memory ({@link
     * Directives#onHosts}, {@link Directives#onLabels}, {@link Directives#needsMemory}): so engines tell each other
     * where they are before workers begin. Need not be said if a worker has such directives here.
     */
    void hostDirectives();

    /** Sends a task, as {@link WorkerContext#send(long, Serializable)}. */
    void send(long worker, T task);

    /** Sends a planned task, as {@link WorkerContext#send(long, long, Serializable)}. */
    void send(long worker, long planned, T task);

    /** As {@link WorkerContext#sendToGroup}. */
    void sendToGroup(long group, T task);

    /** As {@link WorkerContext#broadcast}. */
    void broadcast(long group, T task);

    /** How many engines there are now. */
    int engines();

    /** What stood after the application's name on the command line. */
    Arguments arguments();

    /** As {@link ComputeThread#file}. */
    Path file(String name);

    /** As {@link ComputeThread#shared}. */
    <V> V shared(String name, Class<V> type);

    /** Says things to the user. */
    Report report();
}
