package org.moide.coordinator.run.session;

import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.NoHostsException;

/** Starts engines that join a running run. */
public interface Recruiter {
    /** The recruiter for a run to which no engine can be added. It starts none. */
    Recruiter NOBODY = wanted -> {
        throw new NoHostsException("there is nobody to make engines");
    };

    /** Starts an engine. Blocks until it can be reached. */
    AssembledEngine recruit(Recruitment wanted) throws InterruptedException;

    /**
     * Waits for an engine that was not ready when the run began, and returns it when it is ready. If it could not be
     * started, the result contains the reason.
     */
    default AssembledEngine late(int engine) throws InterruptedException {
        throw new NoHostsException("engine-" + engine + " was never begun");
    }
}
