package org.moide.commlib;

/** The run, or this epoch of it, is over. Every thread that is blocked in a communication call throws this. */
public final class RunEndedException extends CommException {
    private static final long serialVersionUID = 1L;

    public RunEndedException(String message) {
        super(message);
    }
}
