package org.moide.commlib.sim;

/** The end of a simulated thread whose process was killed, thrown at its next wait. Code must not catch it. */
final class SimulatedDeath extends ThreadDeath {
    private static final long serialVersionUID = 1L;

    private final String message;

    SimulatedDeath(String message) {
        this.message = message;
    }

    @Override
    public String getMessage() {
        return message;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
