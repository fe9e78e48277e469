package org.moide.coordinator.recording;

import java.io.NotSerializableException;
import org.moide.commlib.wire.OutlineWriter;

/** Where a core's driver records what goes into the core. Called by the driver's thread; never blocks, never throws. */
public interface Recording {
    /** Nothing is recorded. */
    Recording NONE = entry -> false;

    /** What is recorded. Plain data that nobody changes: its bytes are made later, on another thread. */
    interface Entry {
        /**
         * What is written of it.
         *
         * @throws NotSerializableException if something in it is no message
         */
        byte[][] bytes(OutlineWriter outlines) throws NotSerializableException;

        /** About how much memory is held by nobody else as long as this waits to be written. */
        long heldBytes();
    }

    /** Adds an entry; returns whether more may come. */
    boolean append(Entry entry);
}
