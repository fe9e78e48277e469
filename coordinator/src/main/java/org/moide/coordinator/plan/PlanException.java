package org.moide.coordinator.plan;

/**
 * The command line, a file it names or a jar cannot be used: shown as it is, without a stack trace, and the command ends
 * with exit code 2. The message says what was expected, what was found, where, and what to do, in one or two lines.
 */
public final class PlanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PlanException(String message) {
        super(message);
    }

    public PlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
