package org.moide.engine.host;

import org.jspecify.annotations.Nullable;

/** A child JVM did not become an engine; the message says why and what it printed last. */
public final class ChildFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What the JVM said; null if it was not its options. */
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

    /** The JVM did not start with the options that it was given, and said why. */
    static ChildFailedException refused(String message, String refusal) {
        return new ChildFailedException(message, refusal);
    }

    /** Why the JVM did not start with its options, as it says; null if something else was the cause. */
    public @Nullable String refusal() {
        return refusal;
    }
}
