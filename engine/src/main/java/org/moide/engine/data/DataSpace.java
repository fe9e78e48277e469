package org.moide.engine.data;

import java.util.List;
import org.moide.balance.data.DataPlace;
import org.moide.balance.data.DataStore;

/**
 * The remote interface of the coordinator's catalogue of data objects, which engines call. Each call may be repeated,
 * and names at most {@link DataStore#MOST_AT_ONCE} objects.
 */
public interface DataSpace {
    /** Returned by {@link #store} while pieces of the object are missing. */
    long NOT_WHOLE = -1;

    /**
     * Returned by {@link #store} if the coordinator's disk cannot take the object. The engine sends the last piece
     * again later.
     */
    long DISK_FAILS = -2;

    /**
     * Returns the ID of the shared value with this number, from 0 on. It is negative, because the application's own IDs
     * are not.
     */
    static long idOfShared(int number) {
        return -1L - number;
    }

    /** Returns whether an ID is that of a shared value, which any task may read. */
    static boolean isShared(long id) {
        return id < 0;
    }

    /** Returns the name under which the catalogue is exported. */
    static String nameOf(String coordinatorObject) {
        return "data-space-of-" + coordinatorObject;
    }

    /**
     * Returns the sizes of these objects, in the order of the IDs. The size is {@link DataPlace#NEVER_WRITTEN} if no
     * task has written the object.
     */
    List<DataPlace> sizes(List<Long> ids);

    /**
     * Returns the holders from which an engine should fetch objects. While an object's holders are busy with other
     * engines, the engine waits in a holder's queue, from its first question on. If no object has an answer yet, the
     * call blocks briefly for the first one. The engine then asks again and keeps its place in the queue. Blocking
     * spares the coordinator a call to the engine; the time limit bounds how long a call holds a thread of the
     * coordinator.
     *
     * @param seat the seat of the engine that asks
     * @return the holders of those objects that have an answer; the engine asks for the other objects again
     */
    List<DataPlace> locate(int seat, List<Long> ids);

    /** Notes that an engine has these objects now and can send copies of them. */
    void kept(int seat, List<Long> ids);

    /**
     * Notes that an engine could not fetch objects from the holders that {@link #locate} named.
     *
     * @param lost whether the holder did not have the objects or did not answer
     */
    void notFetched(int seat, List<Long> ids, boolean lost);

    void dropped(int seat, List<Long> ids);

    /**
     * Takes a piece of an object that a task of this engine has written. The object becomes available when the task's
     * result is accepted.
     *
     * @param number the number of the write, from 1 on, unique within an engine
     * @param bytes the size of the whole object
     * @param offset the piece's offset: 0, or the end of the piece before
     * @return where the coordinator keeps the object; {@link #NOT_WHOLE} if pieces are missing, or {@link #DISK_FAILS}
     */
    long store(int seat, long number, long bytes, long offset, byte[] piece);

    /** Discards the object that this engine has stored under this number, because its task threw. */
    void discard(int seat, long number);
}
