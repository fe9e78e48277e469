package org.moide.commlib;

import org.jspecify.annotations.Nullable;

/**
 * The call may or may not have run: its answer was lost, or its deadline passed. A repeat is safe only if the
 * receiver drops duplicates.
 */
public final class OutcomeUnknownException extends RemoteCallException {
    private static final long serialVersionUID = 1L;

    public OutcomeUnknownException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
