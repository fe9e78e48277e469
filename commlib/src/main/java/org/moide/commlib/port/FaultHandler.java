package org.moide.commlib.port;

/**
 * The place where what nobody expected goes, so that nothing dies silently: it is logged, stops the engine, or fails
 * the test.
 */
@FunctionalInterface
public interface FaultHandler {
    /**
     * Called on the thread where it happened; must not block or throw.
     *
     * @param where the thread's role or the connection, as it should appear in a log
     */
    void onFault(String where, Throwable fault);

    /**
     * A thread ends by what it did not catch. Called on that thread; must not block or throw.
     *
     * @param thread its name
     */
    default void onDeath(String thread, Throwable fault) {
        onFault(thread, fault);
    }
}
