package org.moide.commlib.port;

/**
 * The handler of unexpected failures, so that none passes unnoticed: it logs the failure, stops the engine, or fails
 * the test.
 */
@FunctionalInterface
public interface FaultHandler {
    /**
     * Handles a failure, on the thread where it occurred; must not block or throw.
     *
     * @param where the thread's role or the connection, as a log should name it
     */
    void onFault(String where, Throwable fault);

    /**
     * Handles the end of a thread by an uncaught exception, on that thread; must not block or throw.
     *
     * @param thread the thread's name
     */
    default void onDeath(String thread, Throwable fault) {
        onFault(thread, fault);
    }
}
