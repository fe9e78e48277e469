package org.moide.engine.control;

/**
 * The remote interface by which an engine gets a {@link Sheet} by its name from another engine or from the coordinator.
 * Calls return at once.
 */
public interface Sheets {
    /** Returns the bytes of the {@link Sheet} with this name; an empty array if this process does not have it yet. */
    byte[] sheet(String name);

    /**
     * Returns the name under which the object is exported.
     *
     * @param seat the engine's seat, or {@link Posting#COORDINATOR}
     */
    static String nameOf(String runId, int seat) {
        return seat == Posting.COORDINATOR ? "sheets-of-" + runId : "sheets-" + seat + "-of-" + runId;
    }
}
