package org.moide.engine.control;

/**
 * Where others ask for what they are told by its name: a distributed object of each engine and of the coordinator. Calls answer
 * at once.
 */
public interface Sheets {
    /** The bytes of this {@link Sheet}; none if they are not here, or not yet. */
    byte[] sheet(String name);

    /**
     * What it is exported as.
     *
     * @param seat the engine's, or {@link Posting#COORDINATOR}
     */
    static String nameOf(String runId, int seat) {
        return seat == Posting.COORDINATOR ? "sheets-of-" + runId : "sheets-" + seat + "-of-" + runId;
    }
}
