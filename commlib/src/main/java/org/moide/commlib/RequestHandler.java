package org.moide.commlib;

import java.io.Serializable;

/**
 * A handler that answers requests (Task Pool Teams, complex communication).
 *
 * @param <T> the type of the requests
 */
@FunctionalInterface
public interface RequestHandler<T> {
    /**
     * Answers one request. It is called under the rules of {@link MessageHandler#handle}. An exception that it throws
     * goes to the thread that sent the request.
     *
     * @return the answer, which must not change before the requesting thread has it
     */
    Serializable answer(Received request, T value) throws Exception;
}
