package org.moide.commlib;

import org.jspecify.annotations.Nullable;

/** The call certainly did not run: nothing answered at any of the addresses tried. It may be made again. */
public final class NotDeliveredException extends RemoteCallException {
    private static final long serialVersionUID = 1L;

    public NotDeliveredException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
