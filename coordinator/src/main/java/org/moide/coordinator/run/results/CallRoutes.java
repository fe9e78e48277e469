package org.moide.coordinator.run.results;

import org.moide.engine.control.EngineCommand;

/** How calls of a program's executor reach a run's engines past the run's books. Any thread; nothing blocks but the disk, where
 * shared values do not fit into memory. */
public interface CallRoutes {
    /** Calls are not wanted any more. */
    void cancel(EngineCommand.CancelCalls calls);

    /**
     * Has the engine in this JVM run a call while no other is open: it is lost with the coordinator, or
     * {@link #whenOwnEngineGoes} tells.
     *
     * @return false if it cannot now, or there is none
     */
    boolean runAlone(byte[] call);

    /** Calls this when the engine in this JVM takes part no more: what it was given may not be answered. Once, first. */
    void whenOwnEngineGoes(Runnable told);

    /** Keeps a value that calls read: engines may ask for it from now on, by its number, which is below 0. */
    void share(long id, byte[] encoded);

    /** No call reads this value any more. */
    void unshare(long id);
}
