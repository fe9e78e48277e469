package org.moide.commlib;

/**
 * A handler of simple messages threw an exception. Since no thread waits for an answer, the run ends with the
 * handler's stack trace.
 */
public final class HandlerFailedException extends CommException {
    private static final long serialVersionUID = 1L;

    public HandlerFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
