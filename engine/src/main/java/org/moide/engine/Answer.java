package org.moide.engine;

import java.io.Serializable;

/**
 * What a worker has asked another, and will be told. Belongs to the handler that asked.
 *
 * @param <A> the answer
 */
public interface Answer<A extends Serializable> {
    /** Whether {@link #get} would not wait. */
    boolean isThere();

    /**
     * Waits for the answer. The worker handles nothing meanwhile; its engine's processor is free for others.
     *
     * @throws org.moide.commlib.RemoteFailureException if the other's {@code answer} threw, with its trace
     */
    A get();
}
