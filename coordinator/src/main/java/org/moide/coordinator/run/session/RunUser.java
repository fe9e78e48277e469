package org.moide.coordinator.run.session;

import java.util.List;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.selection.Assignment;

/**
 * The user of a run: a person at a terminal, or a program. Any thread; a call returns when the line is written.
 * Implemented above the coordinator, which does not know what a terminal is.
 */
public interface RunUser {
    /**
     * Shows a line about the run or its surroundings, such as {@code goes on without h3: no answer}, without a prefix.
     */
    void note(String text);

    /**
     * Shows a line that the application itself has printed, with its colours and everything else in it.
     *
     * @param tag our text before the line; empty if there is none
     */
    void printed(String tag, String line, boolean fromErrorStream);

    /**
     * Sends what the application prints in this process to {@code lines}, in whole lines of one thread each. Has no
     * effect if the process's streams do not belong to this user.
     *
     * @return an action that ends this
     */
    Runnable printingTo(PrintedLines lines);

    /** Receives what is printed in this process. Any thread. */
    interface PrintedLines {
        void line(String line, boolean fromErrorStream);
    }

    /**
     * Begins to show a run whose engines have been chosen and are being made.
     *
     * @param progress the progress of the work; kept up to date as long as the display is open
     * @return the display, which is told of the run from here on; the caller closes it when the run's folder says
     *     how it ended
     */
    RunDisplay display(String runId, List<Assignment> engines, ProgressMeter progress, RunPorts ports);
}
