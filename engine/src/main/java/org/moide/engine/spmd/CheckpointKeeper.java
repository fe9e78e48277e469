package org.moide.engine.spmd;

import org.moide.engine.control.CheckpointName;

/**
 * The remote interface of an engine that keeps states of checkpoints, its own and those of other engines. States are
 * sent in pieces of {@link #PIECE_BYTES}. Each call may be repeated.
 */
public interface CheckpointKeeper {
    /**
     * The greatest number of bytes that one call carries. It is so large that the cost of the call itself is small, and
     * so small that a slow network can carry it within the call's deadline.
     */
    int PIECE_BYTES = 1 << 20;

    /** Returns the name under which an engine's keeper is exported. */
    static String nameOf(String engineObject) {
        return "checkpoints-of-" + engineObject;
    }

    /**
     * Takes a piece of the state of a logical ID. The pieces of a state are sent in order.
     *
     * @param bytes the length of the whole state
     * @param offset the offset of this piece in the state
     */
    void keep(CheckpointName checkpoint, int id, int bytes, int offset, byte[] piece);

    /**
     * Returns the length of the state of a logical ID, in bytes; {@link #ABSENT} if this engine does not have all of
     * it.
     */
    int length(CheckpointName checkpoint, int id);

    /**
     * Returns a piece of the state of a logical ID.
     *
     * @throws IllegalStateException if this engine does not have the state
     */
    byte[] fetch(CheckpointName checkpoint, int id, int offset, int bytes);

    /** Length of a state that this engine does not have. */
    int ABSENT = -1;
}
