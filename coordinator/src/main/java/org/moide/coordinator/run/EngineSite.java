package org.moide.coordinator.run;

import org.moide.coordinator.selection.Assignment;

/** A place where an engine of the run can be made. */
interface EngineSite extends AutoCloseable {
    /**
     * Makes the engine. Blocks until it can be reached; called on a thread of its own beside those of the other sites.
     *
     * @throws org.moide.coordinator.selection.NoHostsException if it cannot, with why and where
     */
    AssembledEngine assemble(Assignment assignment);

    /** Ends the engine if it still runs. Blocks until it is gone; again without effect. */
    @Override
    void close();
}
