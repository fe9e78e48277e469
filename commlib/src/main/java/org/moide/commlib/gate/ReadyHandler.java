package org.moide.commlib.gate;

import java.io.IOException;
import java.nio.channels.SelectionKey;

/** A handler of one channel, which the gate's thread calls when the channel is ready for an operation. */
interface ReadyHandler {
    /**
     * Reads or writes the channel. The gate's thread calls it; it must not block. If it throws, the gate closes the
     * channel and passes the exception to {@link #ended}.
     */
    void ready(SelectionKey key) throws IOException;

    /** Learns that the gate has closed the channel because of {@code why}. */
    void ended(Throwable why);
}
