package org.moide.commlib.sim;

import org.jspecify.annotations.Nullable;

/**
 * A simulated run failed. The message gives the seed to repeat it, the time, the event, and what each thread waited
 * for.
 */
public final class SimulationException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final long seed;
    private final long atNanos;

    SimulationException(String message, long seed, long atNanos, @Nullable Throwable cause) {
        super(message, cause);
        this.seed = seed;
        this.atNanos = atNanos;
    }

    /** Returns the seed, with which the run can be repeated. */
    public long seed() {
        return seed;
    }

    /** Returns the simulated time since the start of the run. */
    public long atNanos() {
        return atNanos;
    }
}
