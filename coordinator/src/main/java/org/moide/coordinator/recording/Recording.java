package org.moide.coordinator.recording;

import java.io.NotSerializableException;
import org.moide.commlib.wire.OutlineWriter;

/**
 * Records the inputs of a run's core for a replay. It is called by the thread that passes the inputs to the core. Its
 * methods neither block nor throw.
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

        /** Returns approximately how many bytes of memory this entry occupies and would free if it were dropped. */
        long heldBytes();
    }

    /** Adds an entry. Returns whether the recording accepts further entries. */
    boolean append(Entry entry);
}
