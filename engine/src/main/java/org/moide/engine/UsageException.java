package org.moide.engine;

/**
 * The user gave the application something it cannot use: shown as it is, without a stack trace, and the command ends with
 * exit code 2. The message says what was expected, what was found, where, and what to do, in one or two lines.
 */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
