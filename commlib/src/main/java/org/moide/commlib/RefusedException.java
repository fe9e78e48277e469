package org.moide.commlib;

import org.jspecify.annotations.Nullable;

/**
 * The peer refused to talk to this process: the secret is wrong, the version differs, or its filter rejects the
 * bytes. A repeat does not help.
 */
public final class RefusedException extends RemoteCallException {
    private static final long serialVersionUID = 1L;

    public RefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
