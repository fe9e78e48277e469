package org.moide.coordinator.run;

import org.moide.coordinator.reconfigure.Recruitment;

/** Makes engines in mid-run. */
interface Recruiter {
    /** As {@link Hosts#recruit}: blocks until the engine is there. */
    AssembledEngine recruit(Recruitment wanted) throws InterruptedException;
}
