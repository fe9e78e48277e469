package org.moide.coordinator.run.results;

import org.moide.engine.control.EngineCommand;

/**
 * The ways by which calls of a program's executor reach a run's engines without the run's books. Any thread; nothing
 * blocks but the disk, which is used when shared values do not fit into memory.
 */
public interface CallRoutes {
    /** Cancels calls. */
    void cancel(EngineCommand.CancelCalls calls);

    /**
     * Lets the engine in this JVM run a call while no other call is open. The call is lost with the coordinator, or
     * {@link #whenOwnEngineGoes} tells that it may be lost.
     *
     * @return false if the engine cannot run it now, or there is no such engine
     */
    boolean runAlone(byte[] call);

    /**
     * Calls {@code told} once when the engine in this JVM takes part no more; what that engine was given may then stay
     * without an answer. To be called before the first call is given.
     */
    void whenOwnEngineGoes(Runnable told);

    /** Keeps a value that calls read. Engines may ask for it from now on by its number, which is below 0. */
    void share(long id, byte[] encoded);

    /** Drops a value that no call reads any more. */
    void unshare(long id);
}
