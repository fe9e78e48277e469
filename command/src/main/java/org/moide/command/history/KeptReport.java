package org.moide.command.history;

import java.util.List;
import org.moide.command.report.html.Note;
import org.moide.coordinator.report.RunReport;

/**
 * All that is kept of a run.
 *
 * @param head what a list shows of it
 * @param report a part of it if the run was very large
 * @param notes what it said of itself
 */
public record KeptReport(KeptRun head, RunReport report, List<Note> notes) {
    public KeptReport {
        notes = List.copyOf(notes);
    }
}
