package org.moide.engine.data;

import java.util.List;
import org.moide.balance.data.DataPlace;

/** The coordinator's list of data objects, as engines see it: a distributed object. Each call may be repeated. */
public interface DataSpace {
    /** In place of a holder: those who have the object give enough to others just now; ask again in a moment. */
    int LATER = -3;

    /** In place of an object's place, as long as pieces are missing. */
    long NOT_WHOLE = -1;

    /** In place of an object's place: the coordinator's disk does not take it; store its last piece again in a while. */
    long DISK_FAILS = -2;

    /** The name under which the coordinator's is exported. */
    static String nameOf(String coordinatorObject) {
        return "data-space-of-" + coordinatorObject;
    }

    /** How large these objects are, in their order; {@link DataPlace#NEVER_WRITTEN} for those that nobody has written. */
    List<DataPlace> sizes(List<Long> ids);

    /**
     * From whom an engine should fetch an object.
     *
     * @param seat the asking engine's
     * @param patient whether it can wait for a moment: then the answer may be {@link #LATER}
     */
    DataPlace locate(int seat, long id, boolean patient);

    /** An engine has this object now, and gives copies of it. */
    void kept(int seat, long id);

    /**
     * An engine does not fetch what it asked for.
     *
     * @param lost whether the holder that it was told of has it no more, or does not answer
     */
    void notFetched(int seat, long id, boolean lost);

    /** An engine has this object no more. */
    void dropped(int seat, long id);

    /**
     * Bytes of an object that a task of this engine has written. The coordinator keeps them; they are an object of the run once the
     * task's loan has come home.
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
