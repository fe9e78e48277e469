package org.moide.coordinator.run;

import org.moide.coordinator.selection.Assignment;

/** A place where an engine of the run can be made. */
interface EngineSite extends AutoCloseable {
    /**
     * Makes the engine. Blocks until it can be reached; called on a thread of its own beside those of the other sites.
     *
     * @param threadsOnMachine compute threads of this run on the same machine, this engine's included: by these it knows
     *     whether there are processors to spin on
     * @throws org.moide.coordinator.selection.NoHostsException if it cannot, with why and where
     */
    AssembledEngine assemble(Assignment assignment, int threadsOnMachine);

    /** Ends the engine if it still runs. Blocks until it is gone; again without effect. */
    @Override
    void close();
}
