package org.moide.engine;

/**
 * Thrown to make a compute thread leave the application because the epoch has ended: an engine was lost, or the run's
 * engines change. The application then runs again, from the state of the last checkpoint. An application must not catch
 * this error; {@code finally} blocks run.
 */
public final class EpochEndedError extends Error {
    private static final long serialVersionUID = 1L;

    public EpochEndedError(String message) {
        super(message, null, false, false); // no stack trace: the error reports no failure
    }
}
