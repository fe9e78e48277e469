package org.moide.balance.data;

import java.io.Serializable;

/**
 * A data object that a task has written.
 *
 * <p>The engine sends it to the root. It becomes an object of the run once the root (the member where tasks come from)
 * accepts the task's result. So an object written on an engine that dies before that does not count. An object that the
 * application can compute again stays on the engine.
 *
 * @param id chosen by the application
 * @param writer the number of the engine on which the task ran
 * @param place where the root keeps the bytes, from 0 on; negative for an object that can be computed again: then this
 *     number encodes the checksum
 * @param bytes its size
 */
public record WrittenObject(long id, int writer, long place, long bytes) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The most objects that the tasks of one loan write before it is returned, so that the return fits into its
     * message.
     */
    public static final int MOST_IN_A_LOAN = 8_192;

    public WrittenObject {
        if (id < 0 || writer < 0 || place < -(1L << Integer.SIZE) || bytes < 0) {
            throw new IllegalArgumentException(
                    "expected a data object, an engine, a place or a checksum, and a size from 0 on, found object " + id
                            + " of engine " + writer + " at " + place + ", " + bytes + " bytes");
        }
    }

    /** Returns the entry of an object that the application can compute again. */
    public static WrittenObject recomputable(long id, int writer, int checksum, long bytes) {
        return new WrittenObject(id, writer, -1 - Integer.toUnsignedLong(checksum), bytes);
    }

    /** Returns whether the application can compute the object again, so that the run keeps only its checksum. */
    public boolean isRecomputable() {
        return place < 0;
    }

    /** Returns the checksum of the object's bytes; defined only if {@link #isRecomputable()}. */
    public int checksum() {
        return (int) (-1 - place);
    }
}
