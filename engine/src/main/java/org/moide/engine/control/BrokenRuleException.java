package org.moide.engine.control;

/**
 * Says that the application broke one of MOIDE's rules, and not in a line of its own that could be shown. The message
 * says all, so the user is shown no stack trace.
 */
public final class BrokenRuleException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** @param message what was expected, what was found, and where */
    public BrokenRuleException(String message) {
        super(message);
    }
}
