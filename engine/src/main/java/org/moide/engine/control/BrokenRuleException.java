package org.moide.engine.control;

/**
 * Thrown when the application broke a rule of MOIDE at a point without a line of its own that could be shown. The
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
