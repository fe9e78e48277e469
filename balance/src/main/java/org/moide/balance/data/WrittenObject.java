package org.moide.balance.data;

import java.io.Serializable;

/**
 * A data object that a task has written: from the writing engine it goes to the root, and it is an object of the run
 * once the root has accepted the loan of that task. So what a void loan wrote never counts. One that the application
 * can make again stays on the engine.
 *
 * @param id chosen by the application
 * @param writer the engine's number
 * @param place where the root keeps it, from 0 on; below 0 if it can be made again: then its checksum is in there
 * @param bytes how large it is
 */
public record WrittenObject(long id, int writer, long place, long bytes) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A loan whose tasks have written this many is returned: more would not fit into its message. */
    public static final int MOST_IN_A_LOAN = 8_192;

    public WrittenObject {
        if (id < 0 || writer < 0 || place < -(1L << Integer.SIZE) || bytes < 0) {
            throw new IllegalArgumentException(
                    "expected a data object, an engine, a place or a checksum, and a size from 0 on, found object " + id
                            + " of engine " + writer + " at " + place + ", " + bytes + " bytes");
        }
    }

    /** Makes one that the application can make again. */
    public static WrittenObject recomputable(long id, int writer, int checksum, long bytes) {
        return new WrittenObject(id, writer, -1 - Integer.toUnsignedLong(checksum), bytes);
    }

    /** Returns whether the application can make the object again, so that the root keeps its checksum only. */
    public boolean isRecomputable() {
        return place < 0;
    }

    /** The checksum of an object that can be made again. */
    public int checksum() {
        return (int) (-1 - place);
    }
}
