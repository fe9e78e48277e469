package org.moide.coordinator.recording;

import java.io.NotSerializableException;
import org.moide.commlib.wire.OutlineWriter;

/**
 * The port through which a core's driver records what goes into the core. Called by the driver's thread; never blocks,
 * never throws.
 */
public interface Recording {
    /** A recording that drops everything. */
    Recording NONE = entry -> false;

    /** A recorded entry: plain data that nobody changes. Another thread makes its bytes later. */
    interface Entry {
        /**
         * Returns the bytes that are written of the entry.
         *
         * @throws NotSerializableException if something in it is no message
         */
        byte[][] bytes(OutlineWriter outlines) throws NotSerializableException;

        /** Returns the approximate memory that only this entry holds while it waits to be written. */
        long heldBytes();
    }

    /** Adds an entry. Returns whether more may come. */
    boolean append(Entry entry);
}
