package org.moide.commlib;

import org.jspecify.annotations.Nullable;

/**
 * A refusal by the other side, which will not talk to us: wrong secret, another version, or bytes that its filter
 * rejects. Trying again will not help.
 */
public final class RefusedException extends RemoteCallException {
    private static final long serialVersionUID = 1L;

    public RefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
