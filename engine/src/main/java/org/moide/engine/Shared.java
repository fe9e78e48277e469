package org.moide.engine;

import java.io.Serializable;

/**
 * A value that many calls of an executor read. It travels to an engine once, when a call there first asks for it, and
 * not with each call. All calls on an engine get the same object, which they must not change.
 *
 * <p><b>Threads.</b> Any thread may call all methods, including threads that a call starts.
 */
public interface Shared<T> extends Serializable, AutoCloseable {
    /**
     * Returns the value. In a call on an engine that does not have the value yet, blocks until it arrives. In the
     * process that shared the value, returns the original object.
     *
     * @throws IllegalStateException if the value was closed, or the calling code belongs to another executor
     * @throws java.util.concurrent.CancellationException if the thread is interrupted while it waits; its interrupt
     *     status stays set
     */
    T value();

    /**
     * Ends the sharing and frees the memory here and on the engines. Call it when no call reads the value any more; a
     * call that runs at this time may still get the value. Closing the executor closes the value. Repeated calls have
     * no effect, nor have calls of this method within the executor's calls.
     */
    @Override
    void close();
}
