package org.moide.balance.worker;

/** Thrown when a worker gets a task that it has had before. The states of workers do not fit each other then. */
public final class RepeatedTaskException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    RepeatedTaskException(String message) {
        super(message);
    }

    private RepeatedTaskException(String message, RepeatedTaskException cause) {
        super(message, cause);
    }

    /** Returns this exception with words that say where the task came from. */
    public RepeatedTaskException from(String origin) {
        return new RepeatedTaskException(getMessage() + "; it came " + origin, this);
    }
}
