package org.moide.engine.data;

import java.util.List;
import org.moide.balance.data.DataPlace;
import org.moide.balance.data.DataStore;

/**
 * The coordinator's list of data objects, as engines see it: a distributed object. Each call may be repeated, and names at most
 * {@link DataStore#MOST_AT_ONCE} objects.
 */
public interface DataSpace {
    /** In place of an object's place, as long as pieces are missing. */
    long NOT_WHOLE = -1;

    /** In place of an object's place: the coordinator's disk does not take it; store its last piece again in a while. */
    long DISK_FAILS = -2;

    /** The ID of what was shared as the n-th thing, from 0 on: below 0, where no application's are. */
    static long idOfShared(int number) {
        return -1L - number;
    }

    /** Whether any task may read the object of this ID. */
    static boolean isShared(long id) {
        return id < 0;
    }

    /** The name under which the coordinator's is exported. */
    static String nameOf(String coordinatorObject) {
        return "data-space-of-" + coordinatorObject;
    }

    /** How large these objects are, in their order; {@link DataPlace#NEVER_WRITTEN} for those that nobody has written. */
    List<DataPlace> sizes(List<Long> ids);

    /**
     * From whom an engine should fetch objects. While those that have an object give enough to others, the engine waits for its
     * turn: it stands in a holder's line from its first question on. If none of the objects has an answer yet, the call waits
     * for the first, but not for long. Then the engine asks again, and keeps its place. So an answer is known a message later
     * than it is made, as in a simulated run, without a call from the coordinator to the engine; and a call does not hold a
     * thread of the coordinator for longer than an idle connection does anyway.
     *
     * @param seat the asking engine's
     * @return those that have an answer; the engine asks for the others again
     */
    List<DataPlace> locate(int seat, List<Long> ids);

    /** An engine has these objects now, and gives copies of them. */
    void kept(int seat, List<Long> ids);

    /**
     * An engine does not fetch what it asked for.
     *
     * @param lost whether the holder that it was told of has them no more, or does not answer
     */
    void notFetched(int seat, List<Long> ids, boolean lost);

    /** An engine has these objects no more. */
    void dropped(int seat, List<Long> ids);

    /**
     * Bytes of an object that a task of this engine has written. The coordinator keeps them; they are an object of the
     * run once the task's loan has come home.
     *
     * @param number from 1, each once for an engine
     * @param bytes how large the whole object is
     * @param offset where the piece begins: 0, or where the one before ended
     * @return where the coordinator keeps the object; {@link #NOT_WHOLE} if pieces are missing, or {@link #DISK_FAILS}
     */
    long store(int seat, long number, long bytes, long offset, byte[] piece);

    /** What this engine has stored under this number is not wanted: its task threw. */
    void discard(int seat, long number);
}
