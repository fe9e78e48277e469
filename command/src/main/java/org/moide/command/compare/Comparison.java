package org.moide.command.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.moide.command.report.ThreadTotals;
import org.moide.command.report.limit.Efficiency;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;

/**
 * The differences between two runs. Immutable.
 *
 * @param obstacles sentences that say why the runs can hardly be compared; empty if they can
 * @param settings the options and properties that differ
 * @param figures the measured figures, except those that are 0 in both runs
 * @param results the results of the application that differ
 */
public record Comparison(List<String> obstacles, List<Setting> settings, List<Figure> figures, List<Setting> results) {
    public Comparison {
        obstacles = List.copyOf(obstacles);
        settings = List.copyOf(settings);
        figures = List.copyOf(figures);
        results = List.copyOf(results);
    }

    /** A setting or result of both runs, as text; a text is empty if the run does not have it. */
    public record Setting(String name, String first, String second) {}

    public enum Unit {
        SECONDS,
        PART,
        COUNT,
        BYTES,
        NUMBER
    }

    /** A measured figure of both runs. */
    public record Figure(String name, Unit unit, double first, double second) {
        /** Returns the second number divided by the first; NaN or infinite if the first is 0. */
        public double ratio() {
            return second / first;
        }
    }

    public static Comparison of(RunReport first, RunReport second) {
        List<String> obstacles = new ArrayList<>();
        if (!first.application().equals(second.application())) {
            obstacles.add("they ran different applications: " + first.application() + " and " + second.application());
        } else if (!first.arguments().equals(second.arguments())) {
            obstacles.add("they had different arguments: " + words(first) + " and " + words(second));
        }
        if (first.loans().tasks().failed() != second.loans().tasks().failed()) {
            obstacles.add("tasks failed and were left out: "
                    + Figures.count(first.loans().tasks().failed()) + " and "
                    + Figures.count(second.loans().tasks().failed()));
        }
        return new Comparison(obstacles, settings(first, second), figures(first, second), results(first, second));
    }

    private static String words(RunReport report) {
        String arguments = String.join(" ", report.arguments());
        return arguments.isEmpty() ? "none" : "'" + arguments + "'";
    }

    // --- what they were

    private static List<Setting> settings(RunReport first, RunReport second) {
        return differing(told(first), told(second));
    }

    private static List<Setting> differing(Map<String, String> one, Map<String, String> other) {
        Set<String> names = new LinkedHashSet<>(one.keySet());
        names.addAll(other.keySet());
        return names.stream()
                .map(name -> new Setting(name, one.getOrDefault(name, ""), other.getOrDefault(name, "")))
                .filter(setting -> !setting.first().equals(setting.second()))
                .toList();
    }

    private static Map<String, String> told(RunReport report) {
        Map<String, String> told = new LinkedHashMap<>();
        told.put("MOIDE", report.origin().moide());
        told.put("Java", report.origin().java());
        told.put("hosts", hosts(report));
        told.put("engines", engines(report));
        told.put("balanced by", report.origin().strategy());
        report.origin().options().forEach((name, value) -> told.put("option " + name, value));
        told.remove("option application"); // the jar's path says nothing; its content was compared above
        told.remove("option output");
        return told;
    }

    private static String hosts(RunReport report) {
        return report.engines().stream()
                .map(RunReport.EngineTimes::host)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Returns the engines, grouped by their numbers of threads, such as "2 with 4 threads". */
    private static String engines(RunReport report) {
        Map<String, Long> kinds = report.engines().stream()
                .collect(Collectors.groupingBy(
                        engine -> Plural.of(engine.threads().size(), "thread"),
                        LinkedHashMap::new,
                        Collectors.counting()));
        return kinds.entrySet().stream()
                .map(kind -> kind.getValue() + " with " + kind.getKey())
                .collect(Collectors.joining(", "));
    }

    // --- what they did

    private static List<Figure> figures(RunReport first, RunReport second) {
        Map<String, Figure> one = figures(first);
        Map<String, Figure> other = figures(second);
        List<Figure> both = new ArrayList<>();
        one.forEach((name, figure) -> {
            double value =
                    Objects.requireNonNull(other.get(name), "all have the same").first();
            if (isSomething(figure.first()) || isSomething(value)) {
                both.add(new Figure(name, figure.unit(), figure.first(), value));
            }
        });
        return both;
    }

    private static boolean isSomething(double value) {
        return value != 0 && !Double.isNaN(value);
    }

    /** Returns the figures of one run, by name. */
    private static Map<String, Figure> figures(RunReport report) {
        ThreadTotals totals = ThreadTotals.of(report);
        Efficiency efficiency = Efficiency.of(report);
        RunReport.Messages messages = report.messages();
        RunReport.Loans loans = report.loans();
        List<Figure> all = new ArrayList<>();
        add(all, "time", Unit.SECONDS, report.wallSeconds());
        add(all, "engines", Unit.COUNT, report.engines().size());
        add(all, "threads", Unit.COUNT, totals.threads());
        add(all, "power", Unit.NUMBER, power(report));
        add(all, "compute", Unit.SECONDS, totals.compute());
        add(all, "communicate", Unit.SECONDS, totals.communicate());
        add(all, "wait", Unit.SECONDS, totals.waiting() - totals.beginAndEnd());
        add(all, "begin and end", Unit.SECONDS, totals.beginAndEnd());
        add(all, "fetch", Unit.SECONDS, totals.fetch());
        add(all, "checkpoint", Unit.SECONDS, totals.checkpoint());
        add(all, "migrate", Unit.SECONDS, totals.migrate());
        add(all, "garbage collection", Unit.SECONDS, pauses(report));
        add(all, "parallel efficiency", Unit.PART, efficiency.parallel());
        add(all, "load balance", Unit.PART, efficiency.loadBalance());
        add(all, "communication efficiency", Unit.PART, efficiency.communication());
        add(all, "time on a processor", Unit.PART, efficiency.processor());
        add(all, "time ready without one", Unit.PART, totals.share(totals.ready()));
        add(all, "speed-up by power", Unit.NUMBER, efficiency.weightedSpeedUp());
        add(all, "messages within engines", Unit.COUNT, messages.local());
        add(all, "messages between engines", Unit.COUNT, messages.rmi());
        add(all, "bytes between engines", Unit.BYTES, messages.bytes());
        add(all, "collective calls", Unit.COUNT, messages.collectives());
        add(all, "tasks counted", Unit.COUNT, loans.tasks().counted());
        add(all, "tasks run again", Unit.COUNT, loans.tasks().runAgain());
        add(all, "loans", Unit.COUNT, loans.made());
        add(all, "data fetched", Unit.BYTES, loans.data().fetchedBytes());
        add(all, "workers' moves", Unit.COUNT, moves(report));
        add(all, "changes of engines", Unit.COUNT, report.reconfigurations().size());
        return all.stream()
                .collect(Collectors.toMap(Figure::name, figure -> figure, (left, right) -> left, LinkedHashMap::new));
    }

    private static void add(List<Figure> all, String name, Unit unit, long value) {
        add(all, name, unit, (double) value);
    }

    private static void add(List<Figure> all, String name, Unit unit, double value) {
        all.add(new Figure(name, unit, value, 0));
    }

    private static double power(RunReport report) {
        return report.engines().stream()
                .mapToDouble(RunReport.EngineTimes::power)
                .filter(Double::isFinite)
                .sum();
    }

    /** Returns the longest time in seconds that any engine spent in pauses for garbage collection. */
    private static double pauses(RunReport report) {
        return report.engines().stream()
                .mapToDouble(RunReport.EngineTimes::pauseSeconds)
                .max()
                .orElse(0);
    }

    private static double moves(RunReport report) {
        return report.workers() == null ? 0 : report.workers().sum().moves();
    }

    // --- what came out

    private static List<Setting> results(RunReport first, RunReport second) {
        return differing(texts(first), texts(second));
    }

    private static Map<String, String> texts(RunReport report) {
        Map<String, String> texts = new LinkedHashMap<>();
        report.result().forEach((name, value) -> {
            if (!value.getClass().isArray()) {
                texts.put(name, Figures.result(value));
            }
        });
        return texts;
    }
}
