package org.moide.commlib.gate;

import java.io.IOException;
import java.nio.channels.SelectionKey;

/** A handler that the gate's thread calls when something can be done with a channel. */
interface ReadyHandler {
    /** Called by the gate's thread; never blocks. What it throws closes the channel and is told to {@link #ended}. */
    void ready(SelectionKey key) throws IOException;

    /** The channel has been closed because of {@code why}. */
    void ended(Throwable why);
}
