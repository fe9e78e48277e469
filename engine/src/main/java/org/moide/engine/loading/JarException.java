package org.moide.engine.loading;

/**
 * Thrown when a jar does not match its digest, is too large, or cannot be stored. The message names the jar and says
 * what to do.
 */
public final class JarException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JarException(String message) {
        super(message);
    }

    public JarException(String message, Throwable cause) {
        super(message, cause);
    }
}
