package org.moide.commlib.local;

import org.moide.commlib.CommException;

/** A wait reached its limit before the awaited event. */
public final class OverdueException extends CommException {
    private static final long serialVersionUID = 1L;
    private static final double NANOS_PER_SECOND = 1e9;

    private final double limitSeconds;

    OverdueException(Object call, long limitNanos) {
        this(call + ": waited in vain for " + limitNanos / NANOS_PER_SECOND + " s", limitNanos / NANOS_PER_SECOND);
    }

    public OverdueException(String message, double limitSeconds) {
        super(message);
        this.limitSeconds = limitSeconds;
    }

    /** Returns the limit of the wait in seconds. */
    public double limitSeconds() {
        return limitSeconds;
    }
}
