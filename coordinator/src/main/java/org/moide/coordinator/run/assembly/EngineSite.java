package org.moide.coordinator.run.assembly;

import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;

/** A place where engines of the run can be made, one after the other or beside each other. */
interface EngineSite extends AutoCloseable {
    /**
     * Makes an engine. Blocks until it can be reached; called on a thread of its own beside those of other engines.
     *
     * @param there the compute threads of this run on the same machine
     * @throws org.moide.coordinator.selection.NoHostsException if it cannot be made; the message says why and where
     */
    AssembledEngine assemble(Assignment assignment, ThreadsThere there);

    /**
     * Blocks until engines here have said the last word of their run, but not for long. They have been told that the
     * run has ended in order. Returns at once if there is nothing to wait for.
     */
    default void awaitLastWords() {}

    /**
     * Ends the engines that still run, and those that are being made. Blocks until they are gone; a second call has no
     * effect.
     */
    @Override
    void close();
}
