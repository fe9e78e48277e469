package org.moide.engine.host;

import org.jspecify.annotations.Nullable;

/** Says that a child JVM did not become an engine; the message says why, and what the child printed last. */
public final class ChildFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The JVM's words, if it refused its options; null if something else was the cause. */
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

    /** Creates the exception of a JVM that did not start with the options that it was given, and said why. */
    static ChildFailedException refused(String message, String refusal) {
        return new ChildFailedException(message, refusal);
    }

    /** Returns the JVM's own reason not to start with its options; null if something else was the cause. */
    public @Nullable String refusal() {
        return refusal;
    }
}
