package org.moide.engine;

/**
 * Says that the epoch is over and this thread leaves the application. The application will be called again in the next
 * epoch, by a thread that has the state of the last checkpoint. An application must not catch this error; {@code
 * finally} blocks run.
 */
public final class EpochEndedError extends Error {
    private static final long serialVersionUID = 1L;

    public EpochEndedError(String message) {
        super(message, null, false, false); // it is no failure, so nobody reads where it came from
    }
}
