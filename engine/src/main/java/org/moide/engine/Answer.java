package org.moide.engine;

import java.io.Serializable;

/**
 * The answer of a worker to a request of another worker ({@link WorkerContext#ask}). Belongs to the handler that asked.
 *
 * @param <A> the answer
 */
public interface Answer<A extends Serializable> {
    /** Returns whether the answer has come, so that {@link #get} does not wait. */
    boolean isThere();

    /**
     * Returns the answer; waits until it has come. The worker that asked handles nothing meanwhile; its engine's
     * processor is free for other workers.
     *
     * @throws org.moide.commlib.RemoteFailureException if the other worker's {@code answer} threw; the message has its
     *     stack trace
     * @throws IllegalArgumentException if the answer is not of the type that was asked for
     */
    A get();
}
