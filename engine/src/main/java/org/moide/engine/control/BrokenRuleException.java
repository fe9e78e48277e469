package org.moide.engine.control;

/**
 * Thrown when the application has broken a rule of MOIDE, and no line of the application can be named as the place. The
 * message explains everything, so the user sees no stack trace.
 */
public final class BrokenRuleException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception with its whole explanation.
     *
     * @param message what was expected, what was found, and where
     */
    public BrokenRuleException(String message) {
        super(message);
    }
}
