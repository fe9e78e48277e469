package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;
import org.moide.commlib.CommLib;

/**
 * The means that a {@link TaskApplication} has while it creates, prepares and executes tasks. There is one for each
 * compute thread; only that thread may call it.
 *
 * @param <T> a task
 */
public interface TaskContext<T extends Serializable> {
    /**
     * Adds a task to this engine's pool; it will run once, on some thread of some engine. Does not block on an engine.
     * In {@link TaskApplication#createTasks} the first tasks run while later ones are put, and this method waits while
     * many tasks wait for engines; {@link TaskApplication#merge} and {@link TaskApplication#handlePartial} may be
     * called meanwhile.
     *
     * @throws IllegalStateException in {@link TaskApplication#prepare} and {@link TaskApplication#recompute}
     */
    void put(T task);

    /**
     * Adds a task as {@link #put(Serializable)} does, for a task that reads data objects: it begins on an engine that
     * has them, and balancing weighs the cost of bringing them (TDC, §2.1: task descriptors).
     *
     * @param reads the IDs of the objects, in any order; the task waits until each is {@link #write written}
     * @throws IllegalArgumentException for more than 10,000 IDs, or an ID below 0
     */
    void put(T task, long... reads);

    /**
     * Adds a task as {@link #put(Serializable, long...)} does, into the queue of one of this engine's compute threads
     * (Task Pool Teams, §2.4.1: {@code tp_put}). The queue says where the task begins as long as no thread is idle:
     * threads that may take others' tasks, and engines that run dry, take it all the same. Pools with one queue for all
     * ({@code --pool fifo_cen}) ignore the queue. It is also ignored for tasks that read data objects: these lie
     * together with tasks that read the same.
     *
     * @param queue the queue's number, from 0 to {@link #queues} − 1
     * @throws IllegalArgumentException for another queue, or for IDs that {@link #put(Serializable, long...)} refuses
     * @throws IllegalStateException in {@link TaskApplication#createTasks}, which runs on no engine, and in {@link
     *     TaskApplication#prepare} and {@link TaskApplication#recompute}
     */
    void putInto(int queue, T task, long... reads);

    /**
     * Returns the number of queues that {@link #putInto} may name: one for each compute thread of this engine, whatever
     * {@code --pool} says.
     *
     * @throws IllegalStateException in {@link TaskApplication#createTasks}, which runs on no engine
     */
    int queues();

    /**
     * Writes a data object, which tasks on any engine may read, to the end of the run. In {@link
     * TaskApplication#createTasks} it counts at once. In {@link TaskApplication#initialize} and {@link
     * TaskApplication#executeTask} it counts when the task's loan has come home: objects of a task that threw, or that
     * was lost with its engine, do not count. The coordinator keeps all objects; those that do not fit into a quarter
     * of its heap are on disk. An engine keeps as many as {@code --data-memory} allows, and fetches each at most once
     * at a time. On an engine this method waits while much that was written before is still on its way to the
     * coordinator.
     *
     * @param id a number that the application chooses, from 0 on
     * @param value the object, such as a {@code byte[]} or another array; changes of it after this call do not count
     * @throws IllegalArgumentException for an ID below 0; in {@code createTasks} also if another value was written
     *     under this ID, while the same value again is no error. Elsewhere another value ends the run
     * @throws IllegalStateException in {@link TaskApplication#prepare} and {@link TaskApplication#recompute}
     */
    void write(long id, Serializable value);

    /**
     * Writes an object as {@link #write} does, for an object that {@link TaskApplication#recompute} can make again: the
     * coordinator keeps only its size and a checksum. The object stays on the engine whose task wrote it as long as
     * there is room. Other engines fetch it from there, and an engine that finds it nowhere makes it again. An object
     * that is written in {@link TaskApplication#createTasks} stays nowhere.
     *
     * @throws IllegalArgumentException for an ID or value that {@link #write} refuses
     * @throws IllegalStateException in {@link TaskApplication#prepare} and {@link TaskApplication#recompute}
     */
    void writeRecomputable(long id, Serializable value);

    /**
     * Declares an object that tasks may read and that nobody has made yet: the first engine that needs it makes it
     * ({@link TaskApplication#recompute}). Only in {@link TaskApplication#createTasks}.
     *
     * @param mostBytes the most bytes that the encoded object takes: the store counts this number, and a larger object
     *     is an error. An array takes at most 50 bytes beside its elements
     * @throws IllegalArgumentException if the object was written, or declared otherwise, for an ID below 0, or for a
     *     size below 1
     * @throws IllegalStateException anywhere else
     */
    void declare(long id, long mostBytes);

    /**
     * Releases objects: they end when all tasks that were put so far are done, at the next {@link #flush}, or at once
     * if nothing was put since the last. After their end they take no room, and their IDs cannot be used again. Only in
     * {@link TaskApplication#createTasks}.
     *
     * @throws IllegalArgumentException if there is no such object yet, or not any more
     * @throws IllegalStateException anywhere else
     */
    void release(long... ids);

    /**
     * Ends a phase: waits until all tasks that were put so far are done, and all tasks that these put. Then the objects
     * that they wrote can be {@link #read}, and the tasks of the next phase may be put. Only in {@link
     * TaskApplication#createTasks}, whose thread takes results meanwhile: {@link TaskApplication#merge} and {@link
     * TaskApplication#handlePartial} may be called within this method. A run whose coordinator is lost before {@code
     * createTasks} has returned begins anew when it is resumed.
     *
     * @throws Exception if {@code merge} or {@code handlePartial} threw one, or the run is over
     * @throws IllegalStateException anywhere else
     */
    void flush() throws Exception;

    /**
     * Returns a data object with whose ID the running task was put; in {@link TaskApplication#createTasks}, any that
     * was written. It is the same object for all threads of an engine, so treat it as constant. Does not block except
     * to decode the object, once for each engine that has it.
     *
     * @throws IllegalArgumentException if the task was not put with this ID, or the object is of another type
     * @throws IllegalStateException in {@link TaskApplication#prepare} and {@link TaskApplication#recompute}
     */
    <V> V read(long id, Class<V> type);

    /**
     * Returns whether this engine can use more tasks, as far as it knows: few are queued for each of its threads. Work
     * that can be put as one task or as several is better put as one task while there are enough tasks; other engines
     * can still take some of those. Does not block.
     */
    boolean isShortOfTasks();

    /** Returns the words that stood after the application's name on the command line. */
    Arguments arguments();

    /**
     * Returns the library by which this thread talks to the other compute threads, by logical ID.
     *
     * @throws IllegalStateException in {@link TaskApplication#createTasks}, which runs before there are compute threads
     */
    CommLib comm();

    /**
     * Shares a value with all tasks under a name: a data object that nothing drops and {@code --data-memory} does not
     * count. It travels to each engine that asks for it, and to each host once. Only in {@link
     * TaskApplication#createTasks}, before the first task is put.
     *
     * @throws IllegalStateException anywhere else, or if tasks have gone to the engines: after some thousand tasks, a
     *     second, or {@link #flush}
     */
    void share(String name, Serializable value);

    /**
     * Returns the value that was shared under this name; or the content, as {@code byte[]}, of the file of this name
     * that {@code --files} named. It is the same object for all threads of an engine, so treat it as constant. When an
     * engine's thread asks first, waits until the value is here.
     *
     * @throws IllegalArgumentException if nothing has this name, with the names there are, or if the value is of
     *     another type
     * @throws IllegalStateException in {@link TaskApplication#createTasks}
     */
    <V> V shared(String name, Class<V> type);

    /**
     * Returns the absolute path of a file that {@code --files} named, on this engine's host. The file has the same
     * bytes on every host as long as nobody changes the user's own file during the run. It must only be read. Can be
     * called in {@link TaskApplication#createTasks} too.
     *
     * @param name the file's name, without its folder
     * @throws IllegalArgumentException if there is no such file; the message has the names of those there are
     */
    Path file(String name);

    /**
     * Returns whether all engines with which the run begins are the coordinator's process and processes that it has
     * started on its own host, so that each can read the files that {@link TaskApplication#createTasks} can read.
     * Engines that join later may be elsewhere. Only in {@link TaskApplication#createTasks}.
     *
     * @throws IllegalStateException anywhere else
     */
    boolean isLocal();

    /** Returns this engine's number; 0 in {@link TaskApplication#createTasks}. */
    int engine();

    /** Returns the report, which brings words to the user. */
    Report report();
}
