package org.moide.engine.data;

import java.util.List;
import org.moide.balance.data.DataPlace;
import org.moide.balance.data.DataStore;

/**
 * The coordinator's list of data objects, as engines see it: a distributed object. Each call may be repeated, and names
 * at most {@link DataStore#MOST_AT_ONCE} objects.
 */
public interface DataSpace {
    /** The value in place of an object's place, as long as pieces are missing. */
    long NOT_WHOLE = -1;

    /**
     * The value in place of an object's place if the coordinator's disk does not take the object: store its last piece
     * again in a while.
     */
    long DISK_FAILS = -2;

    /**
     * Returns the ID of the n-th thing that was shared, from 0 on: below 0, since IDs of the application's objects are
     * not.
     */
    static long idOfShared(int number) {
        return -1L - number;
    }

    /** Returns whether any task may read the object of this ID. */
    static boolean isShared(long id) {
        return id < 0;
    }

    /** Returns the name under which the coordinator's list is exported. */
    static String nameOf(String coordinatorObject) {
        return "data-space-of-" + coordinatorObject;
    }

    /**
     * Returns how large these objects are, in their order; {@link DataPlace#NEVER_WRITTEN} for those that nobody has
     * written.
     */
    List<DataPlace> sizes(List<Long> ids);

    /**
     * Returns the holders from which an engine should fetch objects. While those that have an object give enough to
     * others, the engine waits for its turn: it stands in a holder's line from its first question on. If none of the
     * objects has an answer yet, the call waits for the first, but not for long. Then the engine asks again, and keeps
     * its place. So an answer is known a message later than it is made, as in a simulated run, without a call from the
     * coordinator to the engine; and a call does not hold a thread of the coordinator for longer than an idle
     * connection does anyway.
     *
     * @param seat the seat of the engine that asks
     * @return the places of objects that have an answer; the engine asks for the others again
     */
    List<DataPlace> locate(int seat, List<Long> ids);

    /** Notes that an engine has these objects now, and gives copies of them. */
    void kept(int seat, List<Long> ids);

    /**
     * Notes that an engine does not fetch what it asked for.
     *
     * @param lost whether the holder that it was told of has them no more, or does not answer
     */
    void notFetched(int seat, List<Long> ids, boolean lost);

    /** Notes that an engine does not have these objects any more. */
    void dropped(int seat, List<Long> ids);

    /**
     * Takes bytes of an object that a task of this engine has written. The coordinator keeps them; they are an object
     * of the run once the task's loan has come home.
     *
     * @param number the object's number, from 1 on, each once for an engine
     * @param bytes how large the whole object is
     * @param offset the place at which the piece begins: 0, or the end of the one before
     * @return where the coordinator keeps the object; {@link #NOT_WHOLE} if pieces are missing, or {@link #DISK_FAILS}
     */
    long store(int seat, long number, long bytes, long offset, byte[] piece);

    /** Discards what this engine has stored under this number, since its task threw. */
    void discard(int seat, long number);
}
