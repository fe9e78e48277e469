package org.moide.engine;

import java.io.Serializable;
import java.nio.file.Path;
import org.moide.commlib.CommLib;

/**
 * What a {@link TaskApplication} may use while it creates, prepares and executes. One for each compute thread; only that
 * thread may call it.
 *
 * @param <T> a task
 */
public interface TaskContext<T extends Serializable> {
    /**
     * Adds a task to this engine's pool; it will run once, on some thread of some engine. Does not block on an engine. In {@link
     * TaskApplication#createTasks} the first tasks run while later ones are put, and this waits while many wait for engines;
     * {@link TaskApplication#merge} and {@link TaskApplication#handlePartial} may be called meanwhile.
     */
    void put(T task);

    /**
     * As {@link #put(Serializable)}, for a task that reads data objects: it begins on an engine that has them, and balancing
     * weighs what bringing them costs (TDC, §2.1: task descriptors).
     *
     * @param reads IDs of the objects, in any order; the task waits until each is {@link #write written}
     * @throws IllegalArgumentException for more than 10,000 of them, or one below 0
     */
    void put(T task, long... reads);

    /**
     * As {@link #put(Serializable, long...)}, into the queue of one of this engine's compute threads (Task Pool Teams, §2.4.1:
     * {@code tp_put}). It says where the task begins as long as nobody is idle: threads that may take others' tasks and
     * engines that run dry take it all the same; pools with one queue for all ({@code --pool fifo_cen}) do not look at it,
     * nor do tasks that read data objects, which lie together with those that read the same.
     *
     * @param queue from 0 to below {@link #queues}
     * @throws IllegalArgumentException for another queue, or as {@link #put(Serializable, long...)}
     * @throws IllegalStateException in {@link TaskApplication#createTasks}, which is on no engine, and where nothing is put
     */
    void putInto(int queue, T task, long... reads);

    /** How many queues {@link #putInto} may name: one for each compute thread of this engine, whatever {@code --pool} says. */
    int queues();

    /**
     * Writes a data object, which tasks may read on any engine, to the end of the run. In {@link TaskApplication#createTasks} it
     * counts at once. In {@link TaskApplication#initialize} and {@link TaskApplication#executeTask} it counts when the task's
     * loan has come home: what a task wrote that threw, or that was lost with its engine, does not. The coordinator
     * keeps all objects, those that do not fit into a quarter of its heap on disk; an engine has as many as
     * {@code --data-memory} allows, and fetches each at most once at a time. On an engine it waits while much that was
     * written before is still on its way to the coordinator.
     *
     * @param id chosen by the application, from 0 on
     * @param value such as a {@code byte[]} or another array; what is changed after this call does not count
     * @throws IllegalArgumentException in {@code createTasks}, if another value was written under this ID; the same again is no
     *     error. Elsewhere another value ends the run
     * @throws IllegalStateException in {@link TaskApplication#prepare}
     */
    void write(long id, Serializable value);

    /**
     * As {@link #write}, for an object that {@link TaskApplication#recompute} can make again: the coordinator keeps its
     * size and a checksum only. It stays on the engine whose task wrote it as long as there is room, others fetch it
     * from there, and who finds it nowhere makes it. In {@link TaskApplication#createTasks} it stays nowhere.
     *
     * @throws IllegalArgumentException as {@link #write}
     * @throws IllegalStateException in {@link TaskApplication#prepare} and {@link TaskApplication#recompute}
     */
    void writeRecomputable(long id, Serializable value);

    /**
     * Says that tasks may read an object that nobody has made yet: the first engine that needs it makes it ({@link
     * TaskApplication#recompute}). Only in {@link TaskApplication#createTasks}.
     *
     * @param mostBytes what it takes, encoded: the store counts that much, and more is an error. An array takes 50
     *     bytes beside its elements at most
     * @throws IllegalArgumentException if it was written, or declared otherwise, or for a negative ID or size
     * @throws IllegalStateException anywhere else
     */
    void declare(long id, long mostBytes);

    /**
     * Says that objects come to their end when all tasks that were put so far are done: at the next {@link #flush}, or at once if
     * nothing was put since the last. They take no room then, and their IDs cannot be used again. Only in
     * {@link TaskApplication#createTasks}.
     *
     * @throws IllegalArgumentException if there is no such object yet, or not any more
     * @throws IllegalStateException anywhere else
     */
    void release(long... ids);

    /**
     * Ends a phase: waits until all tasks that were put so far are done, and all that they put. What they wrote can be
     * {@link #read} then, and the next phase may be put. Only in {@link TaskApplication#createTasks}, whose thread takes results
     * meanwhile: {@link TaskApplication#merge} and {@link TaskApplication#handlePartial} may be called in here. A run whose
     * coordinator is lost before {@code createTasks} has returned begins anew when it is resumed.
     *
     * @throws Exception what {@code merge} or {@code handlePartial} threw, or if the run is over
     * @throws IllegalStateException anywhere else
     */
    void flush() throws Exception;

    /**
     * A data object that the running task was put with; in {@link TaskApplication#createTasks}, any that was written. The same
     * object for all threads of an engine, so treat it as constant.
     * Does not block but to decode it, once for each engine that has it.
     *
     * @throws IllegalArgumentException if the task was not put with this ID, or the object is of another type
     */
    <V> V read(long id, Class<V> type);

    /**
     * Whether this engine could do with more tasks, as far as one can see: few are queued for each of its threads. What can be
     * put as one task or as several is better put as one while there are enough; others can still take some. Does not block.
     */
    boolean isShortOfTasks();

    /** What stood after the application's name on the command line. */
    Arguments arguments();

    /** Talks to the other compute threads by logical ID. */
    CommLib comm();

    /**
     * Gives all tasks a value under a name: a data object that nothing drops and {@code --data-memory} does not count.
     * It travels to each engine that asks for it, and to each host once. Only in {@link TaskApplication#createTasks},
     * before the first task is put.
     *
     * @throws IllegalStateException anywhere else, or if tasks have gone to the engines: after some thousand tasks, a second,
     *     or {@link #flush}
     */
    void share(String name, Serializable value);

    /**
     * What was shared under this name, or the file of this name that {@code --files} named as {@code byte[]}: the same
     * object for all threads of an engine, so treat it as constant. Waits until it is here, when an engine's thread
     * first asks.
     *
     * @throws IllegalArgumentException if nothing was, with the names there are, or if it is of another type
     */
    <V> V shared(String name, Class<V> type);

    /**
     * Where a file that {@code --files} named lies on this engine's host, absolute. It has the same bytes on every host, as
     * long as nobody changes the user's own during the run, and is to be read only. It can be asked in
     * {@link TaskApplication#createTasks} too.
     *
     * @param name the file's name, without its folder
     * @throws IllegalArgumentException if there is none, with the names there are
     */
    Path file(String name);

    /**
     * Whether all engines with which the run begins are the coordinator's process and what it has started on its own host, so
     * that each can read the files that {@link TaskApplication#createTasks} can. Those that join later may be elsewhere. Only in
     * {@link TaskApplication#createTasks}.
     *
     * @throws IllegalStateException anywhere else
     */
    boolean isLocal();

    /** This engine's number. */
    int engine();

    /** Says things to the user. */
    Report report();
}
