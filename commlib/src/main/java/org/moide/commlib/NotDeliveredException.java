package org.moide.commlib;

import org.jspecify.annotations.Nullable;

/** The call certainly did not run: none of the addresses that were tried answered. The caller may repeat the call. */
public final class NotDeliveredException extends RemoteCallException {
    private static final long serialVersionUID = 1L;

    public NotDeliveredException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
