package org.moide.engine;

/**
 * Thrown when the user gave the application an argument that it cannot use. The message is shown without a stack trace,
 * and the command ends with exit code 2. It says in one or two lines what was expected, what was found, where, and what
 * to do.
 */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
