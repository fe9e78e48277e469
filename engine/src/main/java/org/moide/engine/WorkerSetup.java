package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;

/**
 * The calls by which a {@link WorkerApplication} declares its workers and sends their first tasks. Only the thread that
 * calls {@link WorkerApplication#begin} may use it. No method blocks.
 *
 * <p>The application chooses the numbers of workers, groups and planned tasks, each of them at least 0. So every worker
 * can know the numbers of others without a message (ALDY, §3.1).
 *
 * @param <T> the type of a task
 */
public interface WorkerSetup<T extends Serializable> {
    /**
     * Declares {@code count} workers, with consecutive numbers from {@code first}. Each may begin on any engine and
     * never moves. The system distributes them in the order of their numbers, in proportion to the engines' power.
     *
     * @throws IllegalArgumentException if one of them was declared already, or for a number below 0
     */
    default void workers(long first, long count) {
        workers(first, count, Directives.NONE);
    }

    /** Declares workers like {@link #workers(long, long)}, with directives that apply to each of them. */
    void workers(long first, long count, Directives directives);

    /**
     * Declares one worker.
     *
     * @throws IllegalArgumentException if a worker with this number exists, or no engine satisfies the directives.
     *     Groups of neighbours are checked after {@code begin} has returned
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
     * Announces that {@link WorkerContext#sendAfter} will be called. The engine of logical ID 0 is then informed of the
     * end of each planned task (a task that was sent with a number).
     */
    void dependencies();

    /**
     * Announces that workers started later ({@link WorkerContext#start}) may have directives about hosts or memory
     * ({@link Directives#onHosts}, {@link Directives#onLabels}, {@link Directives#needsMemory}). Engines then exchange
     * their hosts' properties before workers begin. Not needed if a worker declared here has such directives.
     */
    void hostDirectives();

    /** Sends a task, like {@link WorkerContext#send(long, Serializable)}. */
    void send(long worker, T task);

    /** Sends a task that has a number, like {@link WorkerContext#send(long, long, Serializable)}. */
    void send(long worker, long planned, T task);

    /** Sends a task to one worker of a group, like {@link WorkerContext#sendToGroup}. */
    void sendToGroup(long group, T task);

    /** Sends a task to every worker of a group, like {@link WorkerContext#broadcast}. */
    void broadcast(long group, T task);

    /** Returns the current number of engines. */
    int engines();

    /** Returns the command line arguments after the application's name. */
    Arguments arguments();

    /** Returns the path of a file that {@code --files} named, like {@link ComputeThread#file}. */
    Path file(String name);

    /** Returns the content of a file that {@code --files} named, like {@link ComputeThread#shared}. */
    <V> V shared(String name, Class<V> type);

    /** Returns the report, through which the application prints lines and reports results. */
    Report report();
}
