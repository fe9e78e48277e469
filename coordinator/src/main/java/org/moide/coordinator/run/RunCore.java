package org.moide.coordinator.run;

/**
 * What the compute coordinator knows and decides in one run, stepped by its control thread. It calls nothing that blocks:
 * commands go to outboxes, user code to the results thread.
 */
sealed interface RunCore permits BagCore, SpmdCore {
    /** Before {@link #register}: each thread writes down so many of its tasks. */
    void recordTasks(int ofEachThread);

    /** The first step: everybody learns who is who. */
    void register(long nowNanos);

    void step(RunEvent event, long nowNanos);

    /** Does what is due; answers when it wants to be called again at the latest. */
    long tick(long nowNanos);
}
