package org.moide.coordinator.run.session;

import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.NoHostsException;

/** Makes engines in mid-run. */
public interface Recruiter {
    /** The recruiter of a run that keeps the engines with which it began. */
    Recruiter NOBODY = wanted -> {
        throw new NoHostsException("there is nobody to make engines");
    };

    /** Makes an engine. Blocks until it is there. */
    AssembledEngine recruit(Recruitment wanted) throws InterruptedException;

    /**
     * Returns an engine that was late when the run began. Blocks until it is there; one that could not be made says
     * why.
     */
    default AssembledEngine late(int engine) throws InterruptedException {
        throw new NoHostsException("engine-" + engine + " was never begun");
    }
}
