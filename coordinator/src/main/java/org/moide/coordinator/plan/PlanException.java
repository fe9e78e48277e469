package org.moide.coordinator.plan;

/**
 * An error in the command line, in a file that it names or in a jar. The command shows the message without a stack
 * trace and ends with exit code 2. The message says in one or two lines what was expected, what was found, where, and
 * what to do.
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
