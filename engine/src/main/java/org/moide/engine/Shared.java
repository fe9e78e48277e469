package org.moide.engine;

import java.io.Serializable;

/**
 * A value that many calls of an executor read, as large as it may be: it goes to each engine once, when a call there first
 * asks for it, and not with each call that refers to it. Calls of one engine see the same object, which they leave as it is.
 *
 * <p><b>Threads.</b> Any, for all methods; in a call also those that it starts.
 */
public interface Shared<T> extends Serializable, AutoCloseable {
    /**
     * The value. In a call on an engine that has not got it yet, waits for it; where it was shared, it is the very object.
     *
     * @throws IllegalStateException if it was closed, or this is a call of another executor
     * @throws java.util.concurrent.CancellationException if the thread is interrupted while it waits; it stays interrupted
     */
    T value();

    /**
     * No call reads it any more: what it takes is given back, here and on engines. A call that runs about then may still
     * find it. It is closed with its executor in any case. More calls do nothing, as do those within calls of the executor.
     */
    @Override
    void close();
}
