package org.moide.commlib;

import org.jspecify.annotations.Nullable;

/**
 * A communication call that cannot be completed. Each subclass says what the caller can do.
 *
 * <p>An application need not catch any of them: the engine handles them.
 */
public class CommException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CommException(String message) {
        super(message);
    }

    public CommException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
