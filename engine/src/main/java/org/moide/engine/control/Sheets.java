package org.moide.engine.control;

/**
 * The place where other engines ask for a {@link Sheet} by its name: a distributed object of each engine and of the
 * coordinator. Calls return at once.
 */
public interface Sheets {
    /** Returns the bytes of this {@link Sheet}; none if they are not here, or not yet. */
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
