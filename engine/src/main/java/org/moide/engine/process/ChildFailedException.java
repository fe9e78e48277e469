package org.moide.engine.process;

/** A child JVM did not become an engine; the message says why and what it printed last. */
public final class ChildFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ChildFailedException(String message) {
        super(message);
    }

    public ChildFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
