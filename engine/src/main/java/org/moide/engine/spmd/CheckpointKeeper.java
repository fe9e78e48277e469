package org.moide.engine.spmd;

import org.moide.engine.control.CheckpointName;

/**
 * An engine as a keeper of states, its own and those of others: a distributed object. States come and go in pieces of
 * {@link #PIECE_BYTES}; each call may be repeated.
 */
public interface CheckpointKeeper {
    /**
     * The most bytes of one call: many enough to spread the call's cost, few enough that a slow network takes well
     * below the deadline for them.
     */
    int PIECE_BYTES = 1 << 20;

    /** Returns the name under which an engine's keeper is exported. */
    static String nameOf(String engineObject) {
        return "checkpoints-of-" + engineObject;
    }

    /**
     * Takes a piece of the state of an ID. The pieces of one state come one after the other.
     *
     * @param bytes the length of the whole state
     * @param offset the place in the state at which this piece begins
     */
    void keep(CheckpointName checkpoint, int id, int bytes, int offset, byte[] piece);

    /** Returns how long the state of an ID is, in bytes; {@link #ABSENT} if it is not here, or not all of it. */
    int length(CheckpointName checkpoint, int id);

    /**
     * Returns a piece of the state of an ID.
     *
     * @throws IllegalStateException if the state is not here
     */
    byte[] fetch(CheckpointName checkpoint, int id, int offset, int bytes);

    /** The length of a state that is not here. */
    int ABSENT = -1;
}
