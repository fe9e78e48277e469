package org.moide.commlib.sim;

/** Ends a simulated thread whose process was killed, at the next moment at which it would wait. Nobody should catch it. */
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
