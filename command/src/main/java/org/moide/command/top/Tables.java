package org.moide.command.top;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.text.Figures;
import org.moide.engine.control.TaskNow;
import org.moide.engine.control.ThreadTime;
import org.moide.monitor.HostMoment;

/** The tables of all views, sorted and filtered. */
final class Tables {
    /** The greatest number of rows of a table. */
    private static final int MOST_ROWS = 10_000;

    private static final int BAR = 10;
    private static final int SPARKLINE = 15;
    private static final int SECONDS_A_SIGN = 4;
    private static final double NANOS = 1e9;

    private Tables() {}

    /**
     * A table.
     *
     * @param heads the column heads; a column whose head ends with a space is right-aligned
     */
    record Table(List<String> heads, List<Row> rows) {}

    static Table of(Seen seen, TopState state) {
        Table all = switch (state.view()) {
            case HOSTS -> hosts(seen.data().hosts());
            case RUNS -> runs(seen);
            case ENGINES -> engines(seen);
            case THREADS -> threads(seen);
        };
        String part = state.filter().toLowerCase(Locale.ROOT);
        Comparator<Row> order = (left, right) -> left.compareTo(right, state.order());
        return new Table(
                all.heads,
                all.rows.stream()
                        .limit(MOST_ROWS)
                        .filter(row -> part.isEmpty() || row.contains(part))
                        .sorted(state.reversed() ? order.reversed() : order)
                        .toList());
    }

    private static Table hosts(List<HostAnswer> hosts) {
        FreeProcessors free = FreeProcessors.among(hosts);
        List<Row> rows = new ArrayList<>();
        for (HostAnswer answer : hosts) {
            Candidate host = answer.candidate();
            List<HostMoment> past = answer.history();
            HostMoment now = past.isEmpty() ? null : past.get(past.size() - 1);
            double busy = host == null || now == null ? 0 : now.load() / host.processors();
            List<Line> cells = List.of(
                    plain(answer.asked()),
                    plain(host == null ? "" : host.host()),
                    state(answer.state()),
                    now == null ? plain("") : Bars.bar(busy, BAR, busy > 0.9 ? Style.WARNING : Style.COMPUTE),
                    plain(now == null ? "" : percent(busy)),
                    plain(host == null ? "" : Integer.toString(host.processors())),
                    plain(host == null ? "" : Figures.number(host.power())),
                    plain(host == null ? "" : Figures.number(host.workload())),
                    plain(now == null ? "" : Figures.bytes(now.availableMemoryBytes())),
                    plain(host == null ? "" : Bars.sparkline(loads(past, host.processors()), SPARKLINE)),
                    plain(answer.reason()));
            rows.add(new Row(
                    cells,
                    List.of(
                            host == null ? 1.0 : -free.performance(host),
                            -busy,
                            host == null ? 1.0 : -host.power(),
                            answer.asked(),
                            answer.state())));
        }
        return new Table(
                List.of(
                        "daemon",
                        "host",
                        "state",
                        "load",
                        "% ",
                        "processors ",
                        "power ",
                        "workload ",
                        "free memory ",
                        "last minute",
                        "reason"),
                rows);
    }

    private static List<Double> loads(List<HostMoment> past, int processors) {
        List<Double> parts = new ArrayList<>();
        for (int from = 0; from < past.size(); ) { // the oldest character stands for the remainder, fewer seconds
            int left = past.size() - from;
            int to = from + (left % SECONDS_A_SIGN == 0 ? SECONDS_A_SIGN : left % SECONDS_A_SIGN);
            parts.add(past.subList(from, to).stream()
                    .mapToDouble(moment -> moment.load() / processors)
                    .average()
                    .orElse(0));
            from = to;
        }
        return parts;
    }

    private static Line state(String state) {
        return Line.of(
                state,
                switch (state) {
                    case "idle" -> Style.GOOD;
                    case "in use" -> Style.COMPUTE;
                    case "busy" -> Style.WARNING;
                    default -> Style.BAD;
                });
    }

    private static Table runs(Seen seen) {
        List<Row> rows = new ArrayList<>();
        for (TopData.Run run : seen.data().runs()) {
            RunStatus status = run.status();
            Progress progress = status == null ? Progress.NONE : status.progress();
            double done = progress.part();
            List<RunStatus.EngineStatus> active = active(status);
            List<Line> cells = List.of(
                    plain(run.id()),
                    plain(status == null ? "no answer" : status.state().words()),
                    plain(status == null ? "" : Figures.seconds(status.seconds())),
                    Double.isNaN(done) ? plain("") : Bars.bar(done, BAR, Style.COMPUTE),
                    plain(progress.what().isEmpty() ? "" : progress.amount("/")),
                    plain(progress.perSecond() > 0 ? Figures.number(progress.perSecond()) : ""),
                    plain(Integer.toString(active.size())),
                    plain(Integer.toString(active.stream()
                            .mapToInt(RunStatus.EngineStatus::threads)
                            .sum())),
                    plain(status == null ? "" : Integer.toString(status.waits().size())),
                    plain(run.words()));
            rows.add(new Row(
                    cells,
                    List.of(
                            (double) rows.size(),
                            status == null ? 0.0 : -status.seconds(),
                            -(double) progress.done(),
                            run.id())));
        }
        return new Table(
                List.of(
                        "run",
                        "state",
                        "time ",
                        "done",
                        "work ",
                        "in 1 s ",
                        "engines ",
                        "threads ",
                        "waits ",
                        "application"),
                rows);
    }

    private static List<RunStatus.EngineStatus> active(@Nullable RunStatus status) {
        return status == null
                ? List.of()
                : status.engines().stream()
                        .filter(RunStatus.EngineStatus::isActive)
                        .toList();
    }

    private static Table engines(Seen seen) {
        List<Row> rows = new ArrayList<>();
        for (TopData.Run run : seen.data().runs()) {
            for (RunStatus.EngineStatus engine : run.status() == null
                    ? List.<RunStatus.EngineStatus>of()
                    : run.status().engines()) {
                List<Double> loads = seen.loads().getOrDefault(new Seen.Engine(run.id(), engine.seat()), List.of());
                double load = loads.isEmpty() || !engine.isActive() ? Double.NaN : loads.get(loads.size() - 1);
                List<Line> cells = List.of(
                        plain(run.id()),
                        plain(Integer.toString(engine.seat())),
                        plain(engine.host()),
                        Line.of(engine.words(), engine.isActive() ? Style.PLAIN : Style.DIM),
                        Double.isNaN(load) ? plain("") : Bars.bar(load, BAR, Style.COMPUTE),
                        plain(Double.isNaN(load) ? "" : percent(load)),
                        plain(Bars.sparkline(loads, SPARKLINE)),
                        plain(Integer.toString(engine.threads())),
                        plain(Figures.number(engine.power())),
                        plain(Figures.count(engine.tasks())),
                        plain(Figures.count(engine.queued())),
                        plain(longTask(engine.longest())));
                rows.add(new Row(
                        cells,
                        List.of(
                                (double) rows.size(),
                                -(double) engine.tasks(),
                                -(double) engine.queued(),
                                engine.host())));
            }
        }
        return new Table(
                List.of(
                        "run",
                        "engine ",
                        "host",
                        "state",
                        "computes",
                        "% ",
                        "last looks",
                        "threads ",
                        "power ",
                        "tasks ",
                        "queued ",
                        "long task"),
                rows);
    }

    /** Returns a description of a task that has been running for long; empty if there is none. */
    private static String longTask(@Nullable TaskNow task) {
        return task == null ? "" : Figures.seconds(task.nanos() / NANOS) + " " + task.name();
    }

    private static Table threads(Seen seen) {
        List<Row> rows = new ArrayList<>();
        for (TopData.Run run : seen.data().runs()) {
            seen.threads().entrySet().stream()
                    .filter(engine -> engine.getKey().run().equals(run.id()))
                    .sorted(Comparator.comparingInt(engine -> engine.getKey().number()))
                    .forEach(engine -> {
                        for (int thread = 0; thread < engine.getValue().size(); thread++) {
                            rows.add(thread(
                                    run.id(),
                                    engine.getKey().number(),
                                    thread,
                                    engine.getValue().get(thread),
                                    rows.size()));
                        }
                    });
        }
        return new Table(
                List.of(
                        "run",
                        "engine ",
                        "thread ",
                        "since the last look",
                        "compute ",
                        "communicate ",
                        "wait ",
                        "fetch "),
                rows);
    }

    private static Row thread(String run, int engine, int thread, ThreadTime time, int number) {
        double all = Math.max(1, time.wallNanos());
        return new Row(
                List.of(
                        plain(run),
                        plain(Integer.toString(engine)),
                        plain(Integer.toString(thread)),
                        Bars.thread(time, 3 * BAR),
                        plain(percent(time.computeNanos() / all)),
                        plain(percent(time.communicateNanos() / all)),
                        plain(percent(time.waitNanos() / all)),
                        plain(percent(time.fetchNanos() / all))),
                List.of((double) number, -time.computeNanos() / all, -time.waitNanos() / all));
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * Math.max(0, part));
    }

    private static Line plain(String text) {
        return Line.of(text, Style.PLAIN);
    }
}
