package org.moide.balance.simulation;

/** Thrown if a simulated run fails or does not end. The message says why. */
public final class SimulatedRunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of a run that failed. */
    public SimulatedRunFailedException(String message) {
        super(message);
    }

    /** Makes the exception of a run that did not end. */
    public SimulatedRunFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
