package org.moide.commlib;

import org.jspecify.annotations.Nullable;

/**
 * A call on a distributed object that returned no result. Each subclass says what is known about the call, and so
 * what the caller can do.
 */
public abstract sealed class RemoteCallException extends CommException
        permits NotDeliveredException, OutcomeUnknownException, RefusedException, RemoteFailureException {
    private static final long serialVersionUID = 1L;

    RemoteCallException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
