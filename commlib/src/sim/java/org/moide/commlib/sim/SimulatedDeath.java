package org.moide.commlib.sim;

/** Ends a simulated thread whose process was killed, at the next moment at which it would wait. Nobody should catch it. */
final class SimulatedDeath extends Error {
    private static final long serialVersionUID = 1L;

    SimulatedDeath(String message) {
        super(message, null, false, false);
    }
}
