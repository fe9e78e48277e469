package org.moide.coordinator.run.session;

import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.NoHostsException;

/** Makes engines in mid-run. */
public interface Recruiter {
    /** Of a run that keeps the engines with which it began. */
    Recruiter NOBODY = wanted -> {
        throw new NoHostsException("there is nobody to make engines");
    };

    /** Blocks until the engine is there. */
    AssembledEngine recruit(Recruitment wanted) throws InterruptedException;

    /** Blocks until this engine is there, which was late when the run began; one that could not be made says why. */
    default AssembledEngine late(int engine) throws InterruptedException {
        throw new NoHostsException("engine-" + engine + " was never begun");
    }
}
