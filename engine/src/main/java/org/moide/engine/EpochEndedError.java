package org.moide.engine;

/**
 * The epoch is over and this thread leaves the application: it will be called again in the next, by a thread that has
 * the state of the last checkpoint. Nobody may catch it; {@code finally} blocks run.
 */
public final class EpochEndedError extends Error {
    private static final long serialVersionUID = 1L;

    public EpochEndedError(String message) {
        super(message, null, false, false); // it is no failure, so nobody reads where it came from
    }
}
