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
     * Redirects the application's output in this process to {@code lines}. Each thread's output is passed on in whole
     * lines. Has no effect if the process's streams do not belong to this user.
     *
     * @return an action that ends the redirection
     */
    Runnable printingTo(PrintedLines lines);

    /** Receives lines that are printed in this process. May be called on any thread. */
    interface PrintedLines {
        void line(String line, boolean fromErrorStream);
    }

    /**
     * Begins to show a run whose engines have been chosen and are being started.
     *
     * @param progress the progress of the work, which changes as long as the display is open
     * @return the display; the caller informs it about the run, and closes it when the end of the run is noted in the
     *     run's folder
     */
    RunDisplay display(String runId, List<Assignment> engines, ProgressMeter progress, RunPorts ports);
}
