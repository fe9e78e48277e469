package org.moide.commlib;

/** The run, or this epoch of it, is over: every thread blocked in a primitive is released with this. */
public final class RunEndedException extends CommException {
    private static final long serialVersionUID = 1L;

    public RunEndedException(String message) {
        super(message);
    }
}
