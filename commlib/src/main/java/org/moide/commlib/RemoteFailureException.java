package org.moide.commlib;

/** The call ran and failed there; the message carries what happened, as text, and where. */
public final class RemoteFailureException extends RemoteCallException {
    private static final long serialVersionUID = 1L;

    public RemoteFailureException(String message, Throwable cause) {
        super(message, cause);
    }
}
