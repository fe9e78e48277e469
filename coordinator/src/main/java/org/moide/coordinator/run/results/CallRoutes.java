package org.moide.coordinator.run.results;

import org.moide.engine.control.EngineCommand;

/** How calls of a program's executor reach a run's engines past the run's books. Any thread; nothing blocks. */
public interface CallRoutes {
    /** Calls are not wanted any more. */
    void cancel(EngineCommand.CancelCalls calls);

    /**
     * Has the engine in this JVM run a call while no other is open: if it is lost, so is the coordinator.
     *
     * @return false if it cannot now, or there is none
     */
    boolean runAlone(byte[] call);
}
