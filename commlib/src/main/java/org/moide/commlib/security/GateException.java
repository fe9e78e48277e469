package org.moide.commlib.security;

import org.moide.commlib.CommException;

/** A process cannot open its gate. The message says what was found, where, and what to do about it. */
public final class GateException extends CommException {
    private static final long serialVersionUID = 1L;

    public GateException(String message) {
        super(message);
    }

    public GateException(String message, Throwable cause) {
        super(message, cause);
    }
}
