package org.moide.command.report;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.text.TextTable;

/** The table of {@code moide runs}. */
public final class RunsTable {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private RunsTable() {}

    /** Returns a line for each run, in their order; unknown values are left empty. */
    public static List<String> lines(List<RunSight> runs) {
        if (runs.isEmpty()) {
            return List.of();
        }
        boolean several = runs.stream()
                        .map(RunsTable::where)
                        .filter(where -> !where.isEmpty())
                        .distinct()
                        .count()
                > 1;
        TextTable table = several
                ? new TextTable("lllll", "run", "started", "by", "state", "application")
                : new TextTable("llll", "run", "started", "state", "application");
        for (RunSight run : runs) {
            Instant began = run.startedAt();
            String started = began == null ? "" : TIME.format(began);
            boolean saysHow =
                    run.stage() == RunSight.Stage.ENDED && !run.ending().isEmpty();
            String state = (saysHow ? run.ending() : run.stage().words())
                    + (run.detached() && !run.stage().isOver() ? ", detached" : "");
            if (several) {
                table.row(run.run(), started, where(run), state, run.words());
            } else {
                table.row(run.run(), started, state, run.words());
            }
        }
        return table.lines();
    }

    /** Returns who started a run and from where, and the coordinator's host if that is another one. */
    private static String where(RunSight run) {
        return run.owner().isEmpty() || run.owner().endsWith("@" + run.host())
                ? run.owner()
                : run.owner() + (run.host().isEmpty() ? "" : " on " + run.host());
    }
}
