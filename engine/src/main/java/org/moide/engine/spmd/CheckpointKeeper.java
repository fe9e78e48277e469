package org.moide.engine.spmd;

import org.moide.engine.control.CheckpointName;

/**
 * An engine as a keeper of states, its own and those of others: a distributed object. States come and go in pieces of
 * {@link #PIECE_BYTES}; each call may be repeated.
 */
public interface CheckpointKeeper {
    /** One call: its cost is spread, a slow network takes well below its deadline for it. */
    int PIECE_BYTES = 1 << 20;

    /** The name under which an engine's is exported. */
    static String nameOf(String engineObject) {
        return "checkpoints-of-" + engineObject;
    }

    /**
     * Takes a piece of the state of an ID. The pieces of one state come one after the other.
     *
     * @param bytes how many there are in all
     * @param offset where this piece begins
     */
    void keep(CheckpointName checkpoint, int id, int bytes, int offset, byte[] piece);

    /** How long the state of an ID is, in bytes; {@link #ABSENT} if it is not here, or not all of it. */
    int length(CheckpointName checkpoint, int id);

    /**
     * A piece of the state of an ID.
     *
     * @throws IllegalStateException if it is not here
     */
    byte[] fetch(CheckpointName checkpoint, int id, int offset, int bytes);

    /** There is no such state here. */
    int ABSENT = -1;
}
