package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;

/**
 * The calls by which a {@link WorkerApplication} prepares its workers before they begin. Belongs to the thread that
 * calls {@link WorkerApplication#begin}; nothing here blocks.
 *
 * <p>The application chooses the IDs of workers, of groups and of planned tasks, from 0 on, each kind by itself: so
 * everybody knows them without being told (ALDY, §3.1).
 *
 * @param <T> a task
 */
public interface WorkerSetup<T extends Serializable> {
    /**
     * Declares {@code count} workers, from {@code first} on. Each may begin on any engine, and stays there. They are
     * dealt to the engines in the order of their numbers, by power.
     *
     * @throws IllegalArgumentException if one of them was declared already, or for a number below 0
     */
    default void workers(long first, long count) {
        workers(first, count, Directives.NONE);
    }

    /** Declares workers as {@link #workers(long, long)} does, with directives that hold for each of them. */
    void workers(long first, long count, Directives directives);

    /**
     * Declares a worker.
     *
     * @throws IllegalArgumentException if there is a worker with this number, or the directives leave no engine for it.
     *     A group of neighbours that was never made is found when {@code begin} has returned
     */
    default void worker(long worker, Directives directives) {
        workers(worker, 1, directives);
    }

    /**
     * Puts workers into a group; the first call for a group makes it (ALDY, §3.8.1). The workers need not exist.
     *
     * @throws IllegalArgumentException for a number below 0
     */
    void group(long group, long firstWorker, long count);

    /**
     * Announces that tasks will wait for planned ones ({@link WorkerContext#sendAfter}): then the engine of logical ID
     * 0 is told of the end of each planned task.
     */
    void dependencies();

    /**
     * Announces that workers that begin later ({@link WorkerContext#start}) may have directives about hosts or memory
     * ({@link Directives#onHosts}, {@link Directives#onLabels}, {@link Directives#needsMemory}): then engines tell each
     * other their hosts before workers begin. Not needed if a worker has such directives here.
     */
    void hostDirectives();

    /** Sends a task, as {@link WorkerContext#send(long, Serializable)} does. */
    void send(long worker, T task);

    /** Sends a planned task, as {@link WorkerContext#send(long, long, Serializable)} does. */
    void send(long worker, long planned, T task);

    /** Sends a task to one worker of a group, as {@link WorkerContext#sendToGroup} does. */
    void sendToGroup(long group, T task);

    /** Sends a task to every worker of a group, as {@link WorkerContext#broadcast} does. */
    void broadcast(long group, T task);

    /** Returns the number of engines that there are now. */
    int engines();

    /** Returns the words that stood after the application's name on the command line. */
    Arguments arguments();

    /** Returns the path of a file, as {@link ComputeThread#file} does. */
    Path file(String name);

    /** Returns the content of a file, as {@link ComputeThread#shared} does. */
    <V> V shared(String name, Class<V> type);

    /** Returns the report, which brings words to the user. */
    Report report();
}
