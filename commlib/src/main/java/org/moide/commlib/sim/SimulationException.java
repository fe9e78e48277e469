package org.moide.commlib.sim;

import org.jspecify.annotations.Nullable;

/** A simulated run failed; the message says with which seed to see it again, when, at which event, and who waited for what. */
public final class SimulationException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final long seed;
    private final long atNanos;

    SimulationException(String message, long seed, long atNanos, @Nullable Throwable cause) {
        super(message, cause);
        this.seed = seed;
        this.atNanos = atNanos;
    }

    /** Runs the same again. */
    public long seed() {
        return seed;
    }

    /** Simulated time since the start of the run. */
    public long atNanos() {
        return atNanos;
    }
}
