package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;
import org.moide.commlib.CommLib;

/**
 * The calls that a {@link TaskApplication} can make while it creates, prepares and executes tasks. Each compute thread
 * has its own context, which only it may call.
 *
 * @param <T> the type of a task
 */
public interface TaskContext<T extends Serializable> {
    /**
     * Adds a task to this engine's pool. Some thread of some engine will run the task. Its result counts once, even if
     * it has to run again. Does not block on an engine. In {@link TaskApplication#createTasks} the first tasks run
     * while later ones are put, and this method blocks while many tasks wait for engines; {@link TaskApplication#merge}
     * and {@link TaskApplication#handlePartial} may be called meanwhile.
     *
     * @throws IllegalStateException in {@link TaskApplication#prepare} and {@link TaskApplication#recompute}
     */
    void put(T task);

    /**
     * Adds a task that reads data objects. The system prefers to run it on an engine that has the objects, and weighs
     * the cost of moving them (TDC, §2.1: task descriptors).
     *
     * @param reads the IDs of the objects, in any order; the task waits until each is {@link #write written}
     * @throws IllegalArgumentException for more than 10,000 IDs, or an ID below 0
     */
    void put(T task, long... reads);

    /**
     * Adds a task as {@link #put(Serializable, long...)} does, into the queue of one of this engine's compute threads
     * (Task Pool Teams, §2.4.1: {@code tp_put}). The thread of that queue runs the task, unless an idle thread or
     * engine takes it from there. The queue is ignored by pools with one queue for all threads ({@code --pool
     * fifo_cen}), and for tasks that read data objects.
     *
     * @param queue the queue's number, from 0 to {@link #queues} − 1
     * @throws IllegalArgumentException for another queue, or for IDs that {@link #put(Serializable, long...)} refuses
     * @throws IllegalStateException in {@link TaskApplication#createTasks}, which runs on no engine, and in
     *     {@link TaskApplication#prepare} and {@link TaskApplication#recompute}
     */
    void putInto(int queue, T task, long... reads);

    /**
     * Returns the number of queues that {@link #putInto} accepts: one for each compute thread of this engine, with any
     * {@code --pool}.
     *
     * @throws IllegalStateException in {@link TaskApplication#createTasks}, which runs on no engine
     */
    int queues();

    /**
     * Writes a data object, which tasks on any engine may read until the end of the run. In
     * {@link TaskApplication#createTasks} it is available at once. In {@link TaskApplication#initialize} and
     * {@link TaskApplication#executeTask} it is available when the coordinator has accepted the task's result; objects
     * of a task that threw or was lost are dropped. The coordinator keeps all objects, and stores on disk those that do
     * not fit into a quarter of its heap. An engine keeps as many as {@code --data-memory} allows. On an engine this
     * method blocks while too many earlier writes are still on their way to the coordinator.
     *
     * @param id a number that the application chooses, from 0 on
     * @param value the object, such as a {@code byte[]} or another array; later changes to it have no effect
     * @throws IllegalArgumentException for an ID below 0; in {@code createTasks} also if a different value was written
     *     under this ID before. In other methods a different value ends the run; an equal value is accepted everywhere
     * @throws IllegalStateException in {@link TaskApplication#prepare} and {@link TaskApplication#recompute}
     */
    void write(long id, Serializable value);

    /**
     * Writes a data object that {@link TaskApplication#recompute} can compute again. The coordinator keeps only its
     * size and checksum. The engine whose task wrote the object keeps it while there is room, and other engines fetch
     * it from there; an engine that finds it nowhere computes it again. An object that
     * {@link TaskApplication#createTasks} writes this way is kept by no engine.
     *
     * @throws IllegalArgumentException for an ID or value that {@link #write} refuses
     * @throws IllegalStateException in {@link TaskApplication#prepare} and {@link TaskApplication#recompute}
     */
    void writeRecomputable(long id, Serializable value);

    /**
     * Declares a data object without a value; the first engine that needs it computes the value
     * ({@link TaskApplication#recompute}). Only in {@link TaskApplication#createTasks}.
     *
     * @param mostBytes the most bytes that the encoded object takes: the engine's store reserves this number, and a
     *     larger object is an error. An encoded array takes at most 50 bytes more than its elements
     * @throws IllegalArgumentException if the object was written before, or declared with another size; for an ID below
     *     0, or a size below 1
     * @throws IllegalStateException anywhere else
     */
    void declare(long id, long mostBytes);

    /**
     * Releases data objects. They are removed when all tasks that were put so far are done: at the next {@link #flush},
     * or at once if no task was put since the last one. Their IDs cannot be used again. Only in
     * {@link TaskApplication#createTasks}.
     *
     * @throws IllegalArgumentException if an object does not exist or was released before
     * @throws IllegalStateException anywhere else
     */
    void release(long... ids);

    /**
     * Ends a phase: blocks until all tasks that were put so far are done, including those that they put. Then
     * {@link #read} returns the objects that these tasks wrote, and the next phase's tasks may be put. Only in
     * {@link TaskApplication#createTasks}. The thread handles results meanwhile, so {@link TaskApplication#merge} and
     * {@link TaskApplication#handlePartial} may be called within this method. A run whose coordinator is lost before
     * {@code createTasks} has returned restarts from the beginning when it is resumed.
     *
     * @throws Exception if {@code merge} or {@code handlePartial} threw it, or the run is over
     * @throws IllegalStateException anywhere else
     */
    void flush() throws Exception;

    /**
     * Returns a data object that the running task was put to read; in {@link TaskApplication#createTasks}, any object
     * that was written. All threads of an engine get the same object, which they must not change. Blocks only while the
     * object is deserialized, once on each engine.
     *
     * @throws IllegalArgumentException if the task was not put with this ID, or the object is of another type
     * @throws IllegalStateException in {@link TaskApplication#prepare} and {@link TaskApplication#recompute}
     */
    <V> V read(long id, Class<V> type);

    /**
     * Returns whether few tasks are queued for this engine's threads. An application that can either compute something
     * in one task or divide it among several should divide it only while this returns true. Does not block.
     */
    boolean isShortOfTasks();

    /** Returns the command line arguments after the application's name. */
    Arguments arguments();

    /**
     * Returns the communication library by which this thread exchanges messages with other compute threads.
     *
     * @throws IllegalStateException in {@link TaskApplication#createTasks}, which runs on no compute thread
     */
    CommLib comm();

    /**
     * Shares a value with all tasks under a name. It stays until the end of the run, and {@code --data-memory} does not
     * limit it. It travels to an engine that asks for it, and to each host only once. Only in
     * {@link TaskApplication#createTasks}, before the first task is put.
     *
     * @throws IllegalStateException anywhere else, or if engines have received tasks, which happens after some thousand
     *     tasks, one second, or {@link #flush}
     */
    void share(String name, Serializable value);

    /**
     * Returns the value that was shared under this name, or the content of the file of this name that {@code --files}
     * named, as {@code byte[]}. All threads of an engine get the same object, which they must not change. The first
     * call on an engine blocks until the value has arrived.
     *
     * @throws IllegalArgumentException if nothing has this name (the message lists the names), or if the value has
     *     another type
     * @throws IllegalStateException in {@link TaskApplication#createTasks}
     */
    <V> V shared(String name, Class<V> type);

    /**
     * Returns the absolute path of a file that {@code --files} named, on this engine's host. The file has the same
     * bytes on every host as long as nobody changes the user's own file during the run. The application must not write
     * to it. May also be called in {@link TaskApplication#createTasks}.
     *
     * @param name the file's name, without its folder
     * @throws IllegalArgumentException if there is no such file; the message lists the names
     */
    Path file(String name);

    /**
     * Returns whether all engines at the start of the run are on the coordinator's host, in its own process or in
     * processes that it has started. These engines can read the same files as {@link TaskApplication#createTasks};
     * engines that join later may be on other hosts. Only in {@link TaskApplication#createTasks}.
     *
     * @throws IllegalStateException anywhere else
     */
    boolean isLocal();

    /** Returns the number of this engine, from 0. Returns 0 in {@link TaskApplication#createTasks}. */
    int engine();

    /** Returns the report, through which the application prints lines and reports results. */
    Report report();
}
