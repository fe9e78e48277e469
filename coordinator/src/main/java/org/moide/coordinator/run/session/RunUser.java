package org.moide.coordinator.run.session;

import java.util.List;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.selection.Assignment;

/**
 * The user of a run, to whom the run speaks: a person at a terminal, or a program. Any thread; a call returns when the line is
 * written. Implemented above the coordinator, which does not know what a terminal is.
 */
public interface RunUser {
    /** Says a line about the run or what is around it, such as {@code goes on without h3: no answer}, without a prefix. */
    void note(String text);

    /**
     * Shows a line that the application itself has printed, with its colours and whatever else is in it.
     *
     * @param tag of ours, before it; empty if there is none
     */
    void printed(String tag, String line, boolean fromErrorStream);

    /**
     * Has what the application prints in this process go there, line by line, in whole lines of one thread each. Nothing
     * happens where the process's streams are not this user's to give.
     *
     * @return ends that
     */
    Runnable printingTo(PrintedLines lines);

    /** Takes what is printed in this process. Any thread. */
    interface PrintedLines {
        void line(String line, boolean fromErrorStream);
    }

    /**
     * Begins to show a run whose engines have been chosen and are being made.
     *
     * @param progress how far the work is; kept up to date for as long as the display is open
     * @return told of the run from here on; closed when its folder says how it ended
     */
    RunDisplay display(String runId, List<Assignment> engines, ProgressMeter progress, RunPorts ports);
}
