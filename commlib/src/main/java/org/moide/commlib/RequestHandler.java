package org.moide.commlib;

import java.io.Serializable;

/**
 * A handler that answers requests (Task Pool Teams, complex communication).
 *
 * @param <T> what the requests are
 */
@FunctionalInterface
public interface RequestHandler<T> {
    /**
     * Called for each request, as {@link MessageHandler#handle} is. What it throws goes to the thread that asked.
     *
     * @return the answer, which must not change until it is with the thread that asked
     */
    Serializable answer(Received request, T value) throws Exception;
}
