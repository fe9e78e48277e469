package org.moide.coordinator.run.session;

import java.util.List;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.selection.Assignment;

/**
 * The user of a run: a person at a terminal, or a program. Thread-safe; a method returns when the line is written. The
 * implementation is in a module above the coordinator, which does not know what a terminal is.
 */
public interface RunUser {
    /**
     * Shows a line about the run or its environment, such as {@code goes on without h3: no answer}, without a prefix.
     */
    void note(String text);

    /**
     * Shows a line that the application has printed, including its colours and other control sequences.
     *
     * @param tag text to show before the line; may be empty
     */
    void printed(String tag, String line, boolean fromErrorStream);

    /**
     * Redirects what the application prints in this process to {@code lines}, as whole lines of one thread each. Has no
     * effect if the process's streams do not belong to this user.
     *
     * @return an action that ends the redirection
     */
    Runnable printingTo(PrintedLines lines);

    /** Receives lines that are printed in this process. Any thread. */
    interface PrintedLines {
        void line(String line, boolean fromErrorStream);
    }

    /**
     * Begins to show a run whose engines have been chosen and are being started.
     *
     * @param progress the progress of the work; updated as long as the display is open
     * @return the display, which the caller informs about the run; the caller closes it when the run's folder says
     *     how the run ended
     */
    RunDisplay display(String runId, List<Assignment> engines, ProgressMeter progress, RunPorts ports);
}
