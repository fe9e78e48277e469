package org.moide.command.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Moments;
import org.moide.coordinator.text.TextTable;
import org.moide.engine.control.TaskNow;
import org.moide.engine.control.WorkersNow;
import org.moide.engine.host.RunOwner;

/** The text of {@code moide status}. */
public final class StatusTable {
    private static final double NANOS = 1e9;

    /** The greatest number of lines about other runs; {@code --json} shows all. */
    private static final int MOST_BESIDE = 20;

    private StatusTable() {}

    /**
     * Returns the lines about a running run.
     *
     * @param id the run's ID
     * @param words the application and its arguments
     * @param coordinator the coordinator's process ID; 0 if there is none
     */
    public static List<String> lines(String id, String words, RunStatus status, long coordinator) {
        List<String> workers = workers(status.engines());
        List<String> lines = new ArrayList<>();
        lines.add("run " + id + ": " + words);
        lines.add(status.state().words() + " for " + Figures.seconds(status.seconds()) + progress(status));
        if (!status.engines().isEmpty()) {
            lines.add("");
            lines.addAll(engines(status.engines(), workers.isEmpty(), coordinator));
        }
        if (!status.advice().isEmpty()) {
            lines.add("");
            status.advice().forEach(advice -> lines.add(advice.line()));
        }
        List<String> beside = beside(status);
        if (!beside.isEmpty()) {
            lines.add("");
            lines.addAll(beside);
        }
        List<String> tasks = longTasks(status.engines());
        if (!tasks.isEmpty()) {
            lines.add("");
            lines.addAll(tasks);
        }
        if (!workers.isEmpty()) {
            lines.add("");
            lines.addAll(workers);
        }
        if (!status.waits().isEmpty()) {
            lines.add("");
            lines.addAll(status.waits());
        }
        if (!status.epochs().isEmpty()) {
            lines.add("");
            TextTable epochs = new TextTable("rrrl", "epoch", "at", "engines", "why");
            for (RunStatus.Epoch epoch : status.epochs()) {
                epochs.row(
                        Long.toString(epoch.number()),
                        Figures.seconds(epoch.atSeconds()),
                        Integer.toString(epoch.engines()),
                        epoch.why());
            }
            lines.addAll(epochs.lines());
        }
        lines.addAll(changes("reconfigured", status, change -> !change.isLoss()));
        lines.addAll(changes("lost", status, RunStatus.Change::isLoss));
        return lines;
    }

    private static String progress(RunStatus status) {
        Progress now = status.progress();
        if (now.what().isEmpty()) {
            return "";
        }
        String left = now.left();
        return "; " + now.amount(" of ") + (status.work().growing() ? " known" : "") + " are done"
                + (now.perSecond() > 0 ? ", " + Figures.number(now.perSecond()) + "/s" : "")
                + (left == null ? "" : ", " + left + " left");
    }

    private static List<String> changes(String head, RunStatus status, Predicate<RunStatus.Change> which) {
        List<RunStatus.Change> some = status.changes().stream().filter(which).toList();
        if (some.isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable("lrrl", head, "at", "took", "what");
        for (RunStatus.Change change : some) {
            table.row(
                    change.kind(),
                    Figures.seconds(change.atSeconds()),
                    Figures.seconds(change.tookSeconds()),
                    change.why().isEmpty() ? change.what() : change.what() + ": " + change.why());
        }
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(table.lines());
        return lines;
    }

    /**
     * Returns a table with a line for each engine.
     *
     * @param withTasks whether the table has a column for tasks; false in a run of workers, whose tasks have a table of
     *     their own
     */
    private static List<String> engines(List<RunStatus.EngineStatus> engines, boolean withTasks, long coordinator) {
        TextTable table = withTasks
                ? new TextTable("rllrrrlr", "engine", "host", "at", "process", "threads", "power", "state", "tasks")
                : new TextTable("rllrrrl", "engine", "host", "at", "process", "threads", "power", "state");
        for (RunStatus.EngineStatus engine : engines) {
            boolean own = coordinator > 0
                    && engine.processId() == coordinator
                    && !engine.daemon().contains(":");
            List<String> row = new ArrayList<>(List.of(
                    Integer.toString(engine.seat()),
                    engine.host(),
                    own ? "this process" : address(engine),
                    engine.processId() == 0 ? "-" : Long.toString(engine.processId()),
                    Integer.toString(engine.threads()),
                    String.format(Locale.ROOT, "%.2f", engine.power()),
                    engine.words()));
            if (withTasks) {
                row.add(Figures.count(engine.tasks()));
            }
            table.row(row.toArray(String[]::new));
        }
        return table.lines();
    }

    /** Returns a line for each other run on processors of this run's hosts. */
    private static List<String> beside(RunStatus status) {
        return status.beside().stream()
                .limit(MOST_BESIDE)
                .map(other -> {
                    Instant since = Instant.ofEpochMilli(other.sinceMillis());
                    HostedRun run = new HostedRun(other.run(), 1, other.threads(), RunOwner.of(other.owner()), since);
                    return other.host() + ": " + FreeProcessors.held(List.of(run), other.processors()) + " since "
                            + Moments.of(since);
                })
                .toList();
    }

    /** Returns a line for each engine with a long-running task. */
    private static List<String> longTasks(List<RunStatus.EngineStatus> engines) {
        List<String> lines = new ArrayList<>();
        for (RunStatus.EngineStatus engine : engines) {
            TaskNow task = engine.longest();
            if (task != null) {
                lines.add("engine-" + engine.seat() + " has been running " + task.words() + " for "
                        + Figures.seconds(task.nanos() / NANOS) + ", in its thread " + task.thread());
            }
        }
        return lines;
    }

    /** Returns the address of an engine's daemon; "-" for an engine that no daemon started. */
    private static String address(RunStatus.EngineStatus engine) {
        if (engine.daemon().isEmpty()) {
            return "-";
        }
        return engine.daemon().contains(":") ? engine.daemon() : "this machine";
    }

    /** Returns a table with a line about each engine's workers; empty for a run without workers. */
    private static List<String> workers(List<RunStatus.EngineStatus> engines) {
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
                    String.format(Locale.ROOT, "%.2f", (double) now.active() / engine.threads()),
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
}
