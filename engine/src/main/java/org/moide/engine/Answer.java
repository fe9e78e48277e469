package org.moide.engine;

import java.io.Serializable;

/**
 * The answer that a worker gives to another worker's request ({@link WorkerContext#ask}). Only the handler that sent
 * the request may use it.
 *
 * @param <A> the answer's type
 */
public interface Answer<A extends Serializable> {
    /** Returns whether the answer has arrived. If so, {@link #get} does not block. */
    boolean isThere();

    /**
     * Returns the answer. Blocks until it has arrived. Until then the worker that asked handles no other task, but its
     * engine goes on to run other workers.
     *
     * @throws org.moide.commlib.RemoteFailureException if the other worker's {@code answer} threw; the message has its
     *     stack trace
     * @throws IllegalArgumentException if the answer is not of the type that was asked for
     */
    A get();
}
