package org.moide.command.report;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.moide.coordinator.folder.RunDescription;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.text.TextTable;

/** Table of runs that {@code moide runs} shows. */
public final class RunsTable {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private RunsTable() {}

    /** Returns a line for each run, in their order. A run that cannot be read is shown as far as it can. */
    public static List<String> lines(List<RunFolder> runs) {
        if (runs.isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable("llll", "run", "started", "state", "application");
        for (RunFolder run : runs) {
            String ending = run.ending();
            String state = ending == null ? run.state().words() : ending;
            try {
                RunDescription description = run.description();
                table.row(run.id(), TIME.format(description.startedAt()), state, description.words());
            } catch (PlanException unreadable) {
                table.row(run.id(), "", state, String.valueOf(unreadable.getMessage()));
            }
        }
        return table.lines();
    }
}
