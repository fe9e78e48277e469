package org.moide.balance.simulation;

/** A simulated run would have failed, or did not come to its end; the message says why. */
public final class SimulatedRunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SimulatedRunFailedException(String message) {
        super(message);
    }

    SimulatedRunFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
