package org.moide.commlib;

import org.jspecify.annotations.Nullable;

/** The call ran and failed there; the message carries what happened, as text, and where. */
public final class RemoteFailureException extends RemoteCallException {
    private static final long serialVersionUID = 1L;

    public RemoteFailureException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
