package org.moide.balance.simulation;

/** A simulated run would have failed, or did not come to its end; the message says why. */
public final class SimulatedRunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A run that would have failed. */
    public SimulatedRunFailedException(String message) {
        super(message);
    }

    /** A run that did not come to its end. */
    public SimulatedRunFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
