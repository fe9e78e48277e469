package org.moide.coordinator.run.assembly;

import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;

/** A place where engines of the run can be started, one after the other or in parallel. */
interface EngineSite extends AutoCloseable {
    /**
     * Starts an engine. Blocks until the engine can be reached. Calls come on different threads at the same time.
     *
     * @param there the compute threads on the engine's machine
     * @throws org.moide.coordinator.selection.NoHostsException if the engine cannot be started; the message says why
     *     and where
     */
    AssembledEngine assemble(Assignment assignment, ThreadsThere there);

    /**
     * Waits a limited time until the engines at this place have sent their last output. The caller has told them before
     * that the run has ended normally. Returns at once if there is nothing to wait for.
     */
    default void awaitLastWords() {}

    /**
     * Ends the engines at this place, also those that are still being started. Blocks until they have ended. A second
     * call has no effect.
     */
    @Override
    void close();
}
