package org.moide.command.history;

import java.util.List;
import org.moide.command.report.html.Note;
import org.moide.coordinator.control.KeptRun;
import org.moide.coordinator.report.RunReport;

/**
 * The stored data of an ended run.
 *
 * @param head the run's entry in a list
 * @param report its report, shortened if it was very large
 * @param notes the lines that the run printed about itself
 */
public record KeptReport(KeptRun head, RunReport report, List<Note> notes) {
    public KeptReport {
        notes = List.copyOf(notes);
    }
}
