package org.moide.command.report;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.moide.balance.data.DataTotals;
import org.moide.commlib.system.VisibleText;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.WorkersReport;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;
import org.moide.coordinator.text.TextTable;

/** The text that is printed about a run at its end. */
public final class RunTable {
    /**
     * The greatest number of threads with a line each. If there are more, each engine gets a line, so that the table
     * fits on a screen.
     */
    static final int MOST_THREAD_LINES = 24;

    /** The greatest number of engines with a line each; {@code --report} shows all. */
    static final int MOST_ENGINE_LINES = 40;

    /** The greatest number of elements that are shown of an array; {@code --report} shows all. */
    static final int MOST_NUMBERS = 40;

    /** The least share of all threads' time for which a wait is mentioned. */
    private static final double LEAST_WAIT = 0.02;

    private static final int MOST_WAITS = 3;

    private RunTable() {}

    /** Returns a line for each of the application's results. */
    public static List<String> results(RunReport report) {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, Object> entry : report.result().entrySet()) {
            lines.add(VisibleText.line(entry.getKey()) + ": " + text(entry.getValue()));
        }
        return lines;
    }

    /** Returns the times in which threads computed, communicated and waited, and the balance of the work. */
    public static List<String> times(RunReport report) {
        int threads = report.engines().stream()
                .mapToInt(engine -> engine.threads().size())
                .sum();
        List<String> lines =
                new ArrayList<>(threads <= MOST_THREAD_LINES ? byThread(report) : byEngine(report, threads));
        lines.add(String.format(
                Locale.ROOT,
                "%s on %s in %s; load balance %.2f (mean compute time / longest)",
                Plural.of(threads, "thread"),
                Plural.of(report.engines().size(), "engine"),
                Figures.seconds(report.wallSeconds()),
                report.loadBalance()));
        lines.add(totals(report));
        lines.addAll(waits(report));
        lines.addAll(pauses(report));
        lines.addAll(books(report.loans()));
        lines.addAll(data(report.loans().data()));
        lines.addAll(DataTable.lines(report.engines()));
        WorkersReport workers = report.workers();
        if (workers != null) {
            lines.addAll(workers(workers));
        }
        for (RunReport.Reconfiguration change : report.reconfigurations()) {
            lines.add(change.kind() + " at " + Figures.seconds(change.atSeconds()) + ", took "
                    + Figures.seconds(change.tookSeconds()) + ": " + change.why());
        }
        for (RunReport.EngineTimes engine : report.engines()) {
            RunReport.Joined joined = engine.joined();
            if (joined != null) {
                lines.add("engine-" + engine.id() + " " + since(joined));
            }
        }
        return lines;
    }

    /**
     * Returns a line with the communication operations in which threads waited, and with the engine for which they
     * waited most; empty if they hardly waited.
     */
    private static List<String> waits(RunReport report) {
        ThreadTotals totals = ThreadTotals.of(report);
        double worthTelling = LEAST_WAIT * totals.all();
        String most = totals.waits().entrySet().stream()
                .filter(wait -> wait.getValue() > worthTelling)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(MOST_WAITS)
                .map(wait -> wait.getKey() + " " + Figures.seconds(wait.getValue()))
                .collect(Collectors.joining(", "));
        if (most.isEmpty()) {
            return List.of();
        }
        ThreadTotals.WaitedFor longest = ThreadTotals.longestFor(report);
        String forWhom = longest == null || longest.seconds() <= worthTelling
                ? ""
                : "; of this " + Figures.seconds(longest.seconds()) + " for engine " + longest.engine();
        return List.of("waits of all threads: " + most + forWhom);
    }

    /**
     * Returns a line about the engine whose garbage collections took longest; no line if they took only a small share
     * of the time.
     */
    private static List<String> pauses(RunReport report) {
        return report.engines().stream()
                .filter(engine -> engine.pauseSeconds() > LEAST_WAIT * report.wallSeconds())
                .max(Comparator.comparingDouble(RunReport.EngineTimes::pauseSeconds))
                .map(most -> List.of("garbage collection: " + Figures.seconds(most.pauseSeconds()) + " on engine "
                        + most.id() + ", " + Figures.percent(most.pauseSeconds() / report.wallSeconds())
                        + " of the time, which stands as compute and wait above; --engine-memory gives it more room"))
                .orElse(List.of());
    }

    private static String since(RunReport.Joined joined) {
        String begin = Double.isNaN(joined.firstTaskSeconds())
                ? ""
                : ", had its first task " + Figures.seconds(joined.firstTaskSeconds()) + " later";
        return "came at " + Figures.seconds(joined.readySeconds()) + begin + ": "
                + Figures.percent(joined.taskShare()) + " of the tasks since, with "
                + Figures.percent(joined.powerShare()) + " of the power";
    }

    /** Returns the lines about messages between engines; empty for a run with a single engine. */
    public static List<String> traffic(RunReport report) {
        return TrafficMatrix.of(report).lines();
    }

    private static List<String> byThread(RunReport report) {
        TimeColumns columns = TimeColumns.of(report);
        TextTable table = columns.table("ID");
        for (RunReport.EngineTimes engine : report.engines()) {
            boolean first = true;
            for (RunReport.ThreadTimes thread : engine.threads()) {
                columns.row(
                        table,
                        first ? engine.label() : "",
                        first ? engine.host() : "",
                        Integer.toString(thread.id()),
                        List.of(thread));
                first = false;
            }
        }
        return table.lines();
    }

    private static List<String> byEngine(RunReport report, int threads) {
        TimeColumns columns = TimeColumns.of(report);
        TextTable table = columns.table("threads");
        List<RunReport.ThreadTimes> all = new ArrayList<>(threads);
        for (RunReport.EngineTimes engine : report.engines()) {
            all.addAll(engine.threads());
            if (engine.id() < MOST_ENGINE_LINES) {
                columns.row(
                        table,
                        engine.label(),
                        engine.host(),
                        Integer.toString(engine.threads().size()),
                        engine.threads());
            }
        }
        int more = report.engines().size() - MOST_ENGINE_LINES;
        columns.row(
                table, "all", more > 0 ? Plural.of(more, "engine") + " not shown" : "", Integer.toString(threads), all);
        return table.lines();
    }

    private static String totals(RunReport report) {
        RunReport.Messages messages = report.messages();
        return "messages: " + Figures.count(messages.local()) + " within engines, " + Figures.count(messages.rmi())
                + " between them (" + Figures.bytes(messages.bytes()) + ")";
    }

    /** Returns the lines about transfers of data objects; empty for a run whose tasks read none. */
    private static List<String> data(DataTotals data) {
        if (data.fetched() == 0) {
            return List.of();
        }
        return List.of(
                "data: " + Plural.of(data.fetched(), "object") + " fetched (" + Figures.bytes(data.fetchedBytes())
                        + "), " + Figures.count(data.hits()) + " found in place, " + Figures.count(data.dropped())
                        + " dropped for room" + hidden(data));
    }

    /**
     * Returns the share of the transfer time during which threads computed, in words; empty if no task waited for a
     * transfer.
     */
    private static String hidden(DataTotals data) {
        return data.comingNanos() == 0
                ? ""
                : "; " + Figures.percent(data.hiddenShare()) + " of the transfers' time was hidden behind computing";
    }

    /** Returns the number of tasks that were begun a second time, in words after a comma; empty if there were none. */
    public static String copies(RunReport.SecondCopies copies) {
        return copies.begun() == 0
                ? ""
                : ", " + Figures.count(copies.begun()) + " begun once more by idle engines (" + copies.first()
                        + " done there first)";
    }

    /**
     * Returns the lines about the totals of the task pool, such as tasks put and lent; no line for a run without tasks.
     */
    private static List<String> books(RunReport.Loans loans) {
        RunReport.TaskCounts tasks = loans.tasks();
        if (tasks.put() == 0) {
            return List.of();
        }
        StringBuilder line = new StringBuilder("tasks: " + Figures.count(tasks.put()) + " put + "
                + Figures.count(tasks.created()) + " created, " + Figures.count(tasks.counted()) + " counted once");
        if (tasks.runAgain() > 0) {
            line.append(", ").append(Figures.count(tasks.runAgain())).append(" run again after a loss");
        }
        line.append(copies(tasks.copies()));
        if (tasks.failed() > 0) {
            line.append(", ").append(Figures.count(tasks.failed())).append(" failed and left out");
        }
        line.append("; loans: ").append(Figures.count(loans.made())).append(" made");
        if (loans.betweenEngines() > 0) {
            line.append(" (").append(Figures.count(loans.betweenEngines())).append(" from engine to engine)");
        }
        line.append(", ").append(Figures.count(loans.returned())).append(" returned");
        if (loans.retaken() > 0) {
            line.append(", ").append(Figures.count(loans.retaken())).append(" retaken");
        }
        return List.of(line.toString());
    }

    /** Returns each engine's number of workers at the end, their tasks, and their moves. */
    private static List<String> workers(WorkersReport report) {
        TextTable table = new TextTable(
                "rrrrrrr", "engine", "workers", "activity", "tasks", "sent away", "forwarded", "moved away");
        report.engines().stream()
                .limit(MOST_ENGINE_LINES)
                .forEach(engine -> row(
                        table, Integer.toString(engine.engine()), engine, share(report.meanActivity(engine.engine()))));
        WorkersReport.EngineWorkers all = report.sum();
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

    private static void row(TextTable table, String engine, WorkersReport.EngineWorkers what, String activity) {
        table.row(
                engine,
                Figures.count(what.workers()),
                activity,
                Figures.count(what.tasks()),
                Figures.count(what.sentAway()),
                Figures.count(what.forwarded()),
                Figures.count(what.moves()));
    }

    private static String share(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.2f", share);
    }

    private static String text(Object value) {
        if (!value.getClass().isArray()) {
            return Figures.result(value);
        }
        int length = Array.getLength(value);
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < Math.min(length, MOST_NUMBERS); i++) {
            shown.add(Figures.result(Array.get(value, i)));
        }
        if (length > MOST_NUMBERS) {
            shown.add("... (" + length + " in all)");
        }
        return String.join(" ", shown);
    }

    /**
     * The columns for the times of threads. They show shares of the whole time; in a run of less than a second, whose
     * shares say little, they show seconds. A column for hardly any time is left out.
     */
    private static final class TimeColumns {
        /**
         * The length of a run in seconds from which on shares of the time are shown; for shorter runs, seconds are
         * shown.
         */
        private static final double SHORT_SECONDS = 1;

        /** The least share of all threads' time that gets a column; a smaller one would be shown as 0.0%. */
        private static final double LEAST_PART = 0.0005;

        private static final List<Column> ALWAYS = List.of(
                new Column("compute", RunReport.ThreadTimes::computeSeconds),
                new Column("communicate", RunReport.ThreadTimes::communicateSeconds),
                new Column("wait", RunReport.ThreadTimes::waitSeconds));

        private static final List<Column> SOMETIMES = List.of(
                new Column("fetch", RunReport.ThreadTimes::fetchSeconds),
                new Column("checkpoint", RunReport.ThreadTimes::checkpointSeconds),
                new Column("migrate", RunReport.ThreadTimes::migrateSeconds));

        private final List<Column> columns;
        private final boolean inTime;

        private record Column(String head, ToDoubleFunction<RunReport.ThreadTimes> seconds) {
            double sum(List<RunReport.ThreadTimes> threads) {
                return threads.stream().mapToDouble(seconds).sum();
            }
        }

        private TimeColumns(List<Column> columns, boolean inTime) {
            this.columns = columns;
            this.inTime = inTime;
        }

        static TimeColumns of(RunReport report) {
            List<RunReport.ThreadTimes> threads = report.engines().stream()
                    .flatMap(engine -> engine.threads().stream())
                    .toList();
            double total = total(threads);
            List<Column> columns = new ArrayList<>(ALWAYS);
            for (Column column : SOMETIMES) {
                if (column.sum(threads) > LEAST_PART * total) {
                    columns.add(column);
                }
            }
            return new TimeColumns(columns, report.wallSeconds() < SHORT_SECONDS);
        }

        private static double total(List<RunReport.ThreadTimes> threads) {
            return threads.stream()
                    .mapToDouble(RunReport.ThreadTimes::totalSeconds)
                    .sum();
        }

        /**
         * Returns the table with its heading.
         *
         * @param who the heading of the column that names threads
         */
        TextTable table(String who) {
            List<String> heads = new ArrayList<>(List.of("engine", "host", who));
            columns.forEach(column -> heads.add(column.head()));
            heads.add("tasks");
            return new TextTable("ll" + "r".repeat(heads.size() - 2), heads.toArray(String[]::new));
        }

        /** Adds a row with the sum of these threads. */
        void row(TextTable table, String engine, String host, String who, List<RunReport.ThreadTimes> threads) {
            List<String> cells = new ArrayList<>(List.of(engine, host, who));
            double total = total(threads);
            for (Column column : columns) {
                double seconds = column.sum(threads);
                cells.add(total == 0 ? "-" : inTime ? Figures.milliseconds(seconds) : Figures.percent(seconds / total));
            }
            cells.add(Figures.count(
                    threads.stream().mapToLong(RunReport.ThreadTimes::tasks).sum()));
            table.row(cells.toArray(String[]::new));
        }
    }
}
