package org.moide.commlib;

import org.jspecify.annotations.Nullable;

/**
 * The call may or may not have run: the answer was lost or its deadline passed. Safe to repeat only if the receiver
 * drops repeats.
 */
public final class OutcomeUnknownException extends RemoteCallException {
    private static final long serialVersionUID = 1L;

    public OutcomeUnknownException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
