package org.moide.engine.host;

import org.jspecify.annotations.Nullable;

/** Thrown when a child JVM did not become an engine. The message says why, and has the child's last lines. */
public final class ChildFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The JVM's own message, if it refused its options; otherwise null. */
    private final @Nullable String refusal;

    public ChildFailedException(String message) {
        super(message);
        this.refusal = null;
    }

    public ChildFailedException(String message, Throwable cause) {
        super(message, cause);
        this.refusal = cause instanceof ChildFailedException child ? child.refusal : null;
    }

    private ChildFailedException(String message, @Nullable String refusal) {
        super(message);
        this.refusal = refusal;
    }

    /** Creates the exception for a JVM that refused its options. */
    static ChildFailedException refused(String message, String refusal) {
        return new ChildFailedException(message, refusal);
    }

    /** Returns the JVM's own message, if it refused its options; otherwise null. */
    public @Nullable String refusal() {
        return refusal;
    }
}
