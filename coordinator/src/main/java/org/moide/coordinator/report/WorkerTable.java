package org.moide.coordinator.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.moide.coordinator.control.RunStatus;
import org.moide.engine.control.WorkersNow;

/** What the user reads of workers: at the end of a run, and while it is on. Pure. */
final class WorkerTable {
    private static final double NANOS = 1e9;

    private WorkerTable() {}

    /** How many each engine had at the end, what they did, and how often they moved. */
    static List<String> lines(WorkerReport report) {
        TextTable table = new TextTable(
                "rrrrrrr", "engine", "workers", "activity", "tasks", "sent away", "forwarded", "moved away");
        report.engines().stream()
                .limit(RunTable.MOST_ENGINE_LINES)
                .forEach(engine -> row(
                        table, Integer.toString(engine.engine()), engine, share(report.meanActivity(engine.engine()))));
        WorkerReport.EngineWorkers all = report.sum();
        if (report.engines().size() != 1) {
            row(table, "all", all, "");
        }
        List<String> lines = new ArrayList<>(table.lines());
        if (all.moves() > 0) {
            lines.add("moves: " + Figures.count(all.moves()) + " (" + Figures.bytes(all.movedBytes()) + "), "
                    + String.format(
                            Locale.ROOT,
                            "%.2f ms without handling each in the mean",
                            1e3 * all.pauseSeconds() / all.moves()));
        }
        return lines;
    }

    private static void row(TextTable table, String engine, WorkerReport.EngineWorkers what, String activity) {
        table.row(
                engine,
                Figures.count(what.workers()),
                activity,
                Figures.count(what.tasks()),
                Figures.count(what.sentAway()),
                Figures.count(what.forwarded()),
                Figures.count(what.moves()));
    }

    /** How the workers of each engine stand; nothing for a run without any. */
    static List<String> lines(List<RunStatus.EngineStatus> engines) {
        List<RunStatus.EngineStatus> having = engines.stream()
                .filter(engine -> engine.isActive() && !engine.workers().equals(WorkersNow.NONE))
                .toList();
        if (having.isEmpty()) {
            return List.of();
        }
        TextTable table =
                new TextTable("rrrrrl", "engine", "workers", "activity", "queued", "handled", "longest handler");
        for (RunStatus.EngineStatus engine : having) {
            WorkersNow now = engine.workers();
            table.row(
                    Integer.toString(engine.seat()),
                    Figures.count(now.workers()),
                    share((double) now.active() / engine.threads()),
                    Figures.count(now.queued()),
                    Figures.count(now.handled()),
                    longest(now));
        }
        return table.lines();
    }

    private static String longest(WorkersNow now) {
        WorkersNow.Handler handler = now.longest();
        if (handler == null) {
            return "";
        }
        return "worker " + handler.worker() + " for " + Figures.seconds(handler.nanos() / NANOS) + " in "
                + handler.task() + (handler.waitsFor().isEmpty() ? "" : ", waits for " + handler.waitsFor());
    }

    private static String share(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.2f", share);
    }
}
