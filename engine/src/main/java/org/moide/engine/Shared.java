package org.moide.engine;

import java.io.Serializable;

/**
 * A value that many calls of an executor read, as large as it may be. It goes to each engine once, when a call there
 * first asks for it, and not with each call that refers to it. Calls of one engine see the same object, which they must
 * not change.
 *
 * <p><b>Threads.</b> Any thread may call all methods; in a call, also the threads that the call starts.
 */
public interface Shared<T> extends Serializable, AutoCloseable {
    /**
     * Returns the value. In a call on an engine that does not have it yet, waits for it; where it was shared, it is the
     * very object.
     *
     * @throws IllegalStateException if the value was closed, or this is a call of another executor
     * @throws java.util.concurrent.CancellationException if the thread is interrupted while it waits; it stays
     *     interrupted
     */
    T value();

    /**
     * Ends the sharing, since no call reads the value any more: its memory is given back, here and on engines. A call
     * that runs at about this time may still find the value. The value is closed with its executor in any case. Further
     * calls do nothing, and neither do calls of this method within calls of the executor.
     */
    @Override
    void close();
}
