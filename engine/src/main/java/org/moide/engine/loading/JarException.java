package org.moide.engine.loading;

/** A jar that is not what its digest says, is too large, or cannot be kept; the message says which and what to do. */
public final class JarException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JarException(String message) {
        super(message);
    }

    public JarException(String message, Throwable cause) {
        super(message, cause);
    }
}
