package org.moide.coordinator.recording;

import java.io.NotSerializableException;
import org.moide.commlib.wire.OutlineWriter;

/**
 * Records the inputs of a run's core for a replay. The thread that drives the core calls it. A method neither blocks
 * nor throws.
 */
public interface Recording {
    /** A recording that drops all entries. */
    Recording NONE = entry -> false;

    /** An entry of a recording: immutable data that another thread converts to bytes later. */
    interface Entry {
        /**
         * Converts the entry to the bytes that are written to the file.
         *
         * @throws NotSerializableException if the entry contains an object that is no message
         */
        byte[][] bytes(OutlineWriter outlines) throws NotSerializableException;

        /** Returns roughly how many bytes of memory would be freed if this entry were dropped. */
        long heldBytes();
    }

    /** Adds an entry. Returns whether the recording accepts further entries. */
    boolean append(Entry entry);
}
