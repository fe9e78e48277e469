package org.moide.commlib;

import org.jspecify.annotations.Nullable;

/**
 * A communication that cannot be completed; each subclass says what the caller can do. None is worth catching in an
 * application: the engine handles them.
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
