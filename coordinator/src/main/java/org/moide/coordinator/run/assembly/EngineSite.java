package org.moide.coordinator.run.assembly;

import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;

/** A place where engines of the run can be made, one after the other or beside each other. */
interface EngineSite extends AutoCloseable {
    /**
     * Makes an engine. Blocks until it can be reached; called on a thread of its own beside those of others.
     *
     * @param there compute threads of this run on the same machine
     * @throws org.moide.coordinator.selection.NoHostsException if it cannot, with why and where
     */
    AssembledEngine assemble(Assignment assignment, ThreadsThere there);

    /**
     * Blocks until engines here that have been told that their run has ended in order have said the last word about it, but not
     * for long. Nothing if there is nothing to wait for.
     */
    default void awaitLastWords() {}

    /** Ends the engines that still run, and those that are being made. Blocks until they are gone; again without effect. */
    @Override
    void close();
}
