package org.moide.command.report.measured;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.moide.balance.data.DataTotals;
import org.moide.balance.schedule.AllKnowingSchedule;
import org.moide.balance.schedule.OwnLinesSchedule;
import org.moide.balance.schedule.ScheduleOutcome;
import org.moide.balance.simulation.Platform;
import org.moide.balance.simulation.SimulationOutcome;
import org.moide.balance.simulation.SimulationOutcome.MovedWorkers;
import org.moide.balance.strategy.Membership;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.Workload;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;
import org.moide.coordinator.text.TextTable;

/** The tables of {@code moide simulate} and {@code moide advise}. */
public final class SimulationTable {
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The ratio of times up to which a strategy counts as equal to the fastest, since another seed may reverse the
     * order.
     */
    private static final double AS_GOOD = 1.02;

    /**
     * The shortest run in seconds that is compared. A difference smaller than an engine's start or a pause of the
     * system is irrelevant.
     */
    private static final double LEAST_SECONDS = 0.1;

    private static final int CHART_ROWS = 8;
    private static final int CHART_COLUMNS = 60;
    private static final String EIGHTHS = " ▁▂▃▄▅▆▇█";

    private SimulationTable() {}

    /** Returns lines that describe the work and the members, and the time that no strategy can be faster than. */
    public static List<String> task(Workload workload, Membership members) {
        boolean ofWorkers = workload instanceof WorkerWorkload;
        String workers = workload instanceof WorkerWorkload some
                ? Plural.of(some.workers().size(), "worker") + ", "
                : "";
        double bestNanos =
                Math.max(workload.workNanos() / members.power(), workload.longestNanos() / fastestThread(members));
        return List.of(
                "workload    " + workload.name() + ": " + workers + Plural.of(workload.tasks(), "task") + ", "
                        + Figures.count(workload.rootTasks()) + " of them at the start, " + time(workload.workNanos())
                        + " of work",
                members(members),
                "at best     " + time(bestNanos) + " (work / power, " + (ofWorkers ? "the busiest worker, " : "")
                        + "or the longest chain of tasks)");
    }

    /** Returns the line about the members that compute. */
    private static String members(Membership members) {
        int threads =
                members.all().stream().mapToInt(Membership.Member::threads).sum();
        return "members     " + Figures.count(members.size()) + " with " + Plural.of(threads, "thread") + ", power "
                + Figures.number(members.power());
    }

    /**
     * Returns lines about schedules by planners that know the times of all tasks in advance, for comparison. Returns no
     * lines if tasks read no data objects.
     */
    public static List<String> allKnowing(Workload workload, Platform platform) {
        if (!(workload instanceof BagWorkload bag) || bag.data().isNone()) {
            return List.of();
        }
        return List.of(
                schedule("all-knowing", AllKnowingSchedule.of(bag, platform))
                        + " (a balancer that knows all, with messages for nothing)",
                schedule("own lines  ", OwnLinesSchedule.of(bag, platform))
                        + " (the same, if each member gave to any number at once)");
    }

    private static String schedule(String title, ScheduleOutcome outcome) {
        return title + " " + time(outcome.nanos()) + ", efficiency " + Figures.percent(outcome.efficiency()) + ", "
                + Plural.of(outcome.fetched(), "object") + " brought";
    }

    private static double fastestThread(Membership members) {
        return members.all().stream()
                .mapToDouble(member -> member.power() / member.threads())
                .max()
                .orElse(1);
    }

    /** Returns the lines about one run, with a chart of the busy share of the power over time. */
    public static List<String> outcome(SimulationOutcome outcome) {
        SimulationOutcome.Use use = outcome.use();
        List<String> lines = new ArrayList<>();
        lines.add("strategy    " + outcome.strategy());
        lines.add("predicted   " + time(outcome.predictedNanos()));
        lines.add("efficiency  " + Figures.percent(use.efficiency()) + " (work / (power x time)), threads idle "
                + Figures.percent(use.idleShare()));
        lines.addAll(outcome.moved() instanceof MovedWorkers workers ? moved(workers, outcome) : moved(outcome));
        lines.add(String.format(
                Locale.ROOT,
                "digest      %016x, %s events",
                outcome.trace().digest(),
                Figures.count(outcome.trace().events())));
        lines.add("");
        lines.addAll(chart(outcome));
        return lines;
    }

    private static List<String> moved(MovedWorkers workers, SimulationOutcome outcome) {
        return List.of(
                "moves       " + Figures.count(workers.moves()) + ", " + Figures.bytes(workers.bytes()),
                messages(outcome) + ", with " + Plural.of(workers.remoteTasks(), "task") + " for other members, "
                        + Figures.count(workers.forwardedTasks()) + " forwarded");
    }

    private static List<String> moved(SimulationOutcome outcome) {
        SimulationOutcome.MovedTasks bag = outcome.bag();
        SimulationOutcome.Traffic traffic = outcome.traffic();
        List<String> lines = new ArrayList<>();
        lines.add("busy        " + busy(outcome.use().memberShares()) + " of the time, from member to member");
        lines.add(messages(outcome)
                + (traffic.farMessages() == 0
                        ? ""
                        : "; between sites " + Figures.count(traffic.farMessages()) + ", "
                                + Figures.bytes(traffic.farBytes())));
        lines.add("transfers   " + Figures.count(bag.transfers()) + " with " + Plural.of(bag.tasks(), "task") + ", "
                + Plural.of(bag.loans(), "loan"));
        DataTotals data = bag.data();
        if (data.fetched() > 0) {
            lines.add("data        " + Plural.of(data.fetched(), "object") + " brought, "
                    + Figures.bytes(data.fetchedBytes()) + "; " + Figures.count(data.hits()) + " found in place, "
                    + Figures.count(data.dropped()) + " dropped for room");
        }
        return lines;
    }

    private static String messages(SimulationOutcome outcome) {
        return "messages    " + Figures.count(outcome.traffic().messages()) + ", "
                + Figures.bytes(outcome.traffic().bytes());
    }

    /** Returns the busy shares of the least busy and the busiest member as text. */
    private static String busy(List<Double> shares) {
        double least = shares.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double most = shares.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return Figures.percent(least) + " to " + Figures.percent(most);
    }

    /** Returns a chart of the busy share of the power over time. */
    private static List<String> chart(SimulationOutcome outcome) {
        List<Double> shares = outcome.use().busyShares();
        List<String> lines = new ArrayList<>();
        for (int row = CHART_ROWS - 1; row >= 0; row--) {
            StringBuilder line = new StringBuilder(
                    row == CHART_ROWS - 1
                            ? "100% |"
                            : row == 0 ? "  0% |" : row == CHART_ROWS / 2 ? " 50% |" : "     |");
            for (int column = 0; column < CHART_COLUMNS; column++) {
                double share = mean(shares, column);
                long eighths = Math.round((share * CHART_ROWS - row) * (EIGHTHS.length() - 1));
                line.append(EIGHTHS.charAt((int) Math.max(0, Math.min(EIGHTHS.length() - 1, eighths))));
            }
            lines.add(line.toString().stripTrailing());
        }
        lines.add("     +" + "-".repeat(CHART_COLUMNS));
        String end = time(outcome.predictedNanos());
        lines.add("      0" + " ".repeat(Math.max(1, CHART_COLUMNS - 1 - end.length())) + end);
        return lines;
    }

    private static double mean(List<Double> shares, int column) {
        int from = column * shares.size() / CHART_COLUMNS;
        int to = Math.max(from + 1, (column + 1) * shares.size() / CHART_COLUMNS);
        return shares.subList(from, to).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** A column of the table that compares strategies. */
    private record Column(String title, Function<SimulationOutcome, String> cell) {
        static Column count(String title, ToLongFunction<SimulationOutcome> count) {
            return new Column(title, outcome -> Figures.count(count.applyAsLong(outcome)));
        }

        static Column bytes(String title, ToLongFunction<SimulationOutcome> bytes) {
            return new Column(title, outcome -> Figures.bytes(bytes.applyAsLong(outcome)));
        }
    }

    /**
     * Returns a table of all strategies on one workload, the fastest first, with the moved data objects if tasks read
     * some.
     */
    public static List<String> comparison(List<SimulationOutcome> outcomes) {
        List<Column> columns = new ArrayList<>(List.of(
                new Column("strategy", SimulationOutcome::strategy),
                new Column("predicted", outcome -> time(outcome.predictedNanos())),
                new Column(
                        "efficiency", outcome -> Figures.percent(outcome.use().efficiency())),
                new Column("idle", outcome -> Figures.percent(outcome.use().idleShare()))));
        List<Column> traffic = List.of(
                Column.count("messages", outcome -> outcome.traffic().messages()),
                Column.bytes("bytes", outcome -> outcome.traffic().bytes()));
        if (areOfWorkers(outcomes)) {
            columns.add(Column.count("moves", outcome -> outcome.workers().moves()));
            columns.add(Column.bytes("their bytes", outcome -> outcome.workers().bytes()));
            columns.addAll(traffic);
            columns.add(Column.count("forwarded", outcome -> outcome.workers().forwardedTasks()));
        } else {
            columns.addAll(traffic);
            columns.add(Column.count("transfers", outcome -> outcome.bag().transfers()));
            columns.add(Column.count("loans", outcome -> outcome.bag().loans()));
            if (outcomes.stream().anyMatch(outcome -> outcome.bag().data().fetched() > 0)) {
                columns.add(
                        Column.count("objects", outcome -> outcome.bag().data().fetched()));
                columns.add(Column.bytes(
                        "their bytes", outcome -> outcome.bag().data().fetchedBytes()));
            }
        }
        TextTable table = new TextTable(
                "l" + "r".repeat(columns.size() - 1),
                columns.stream().map(Column::title).toArray(String[]::new));
        for (SimulationOutcome outcome : sorted(outcomes)) {
            table.row(
                    columns.stream().map(column -> column.cell().apply(outcome)).toArray(String[]::new));
        }
        return table.lines();
    }

    private static boolean areOfWorkers(List<SimulationOutcome> outcomes) {
        return outcomes.get(0).moved() instanceof MovedWorkers;
    }

    /**
     * Returns the recommended strategy: among those about as fast as the fastest, the one with the fewest messages or
     * moves of workers.
     */
    public static List<String> advice(List<SimulationOutcome> outcomes) {
        boolean ofWorkers = areOfWorkers(outcomes);
        List<SimulationOutcome> sorted = sorted(outcomes);
        double fastest = sorted.get(0).predictedNanos();
        if (fastest < LEAST_SECONDS * NANOS_PER_SECOND) {
            return List.of(
                    "This is too short to choose a strategy by: starting the engines takes longer than " + time(fastest)
                            + ".",
                    "Record a run of some seconds at least, with as much work as the runs that the advice is for.");
        }
        List<SimulationOutcome> asGood = sorted.stream()
                .filter(outcome -> outcome.predictedNanos() <= AS_GOOD * fastest)
                .sorted(Comparator.comparingLong(outcome -> ofWorkers
                        ? outcome.workers().moves()
                        : outcome.traffic().messages()))
                .toList();
        SimulationOutcome best = asGood.get(0);
        String others = String.join(
                ", ",
                asGood.subList(1, asGood.size()).stream()
                        .map(SimulationOutcome::strategy)
                        .toList());
        return List.of(
                "Choose " + best.strategy() + ": " + time(best.predictedNanos()) + " predicted, efficiency "
                        + Figures.percent(best.use().efficiency())
                        + (others.isEmpty()
                                ? ""
                                : "; within 2% of it and with more " + (ofWorkers ? "moves" : "messages") + ": "
                                        + others),
                "  moide run --strategy " + best.strategy() + " ...");
    }

    private static List<SimulationOutcome> sorted(List<SimulationOutcome> outcomes) {
        return outcomes.stream()
                .sorted(Comparator.comparingLong(SimulationOutcome::predictedNanos))
                .toList();
    }

    private static String time(long nanos) {
        return time((double) nanos);
    }

    private static String time(double nanos) {
        double seconds = nanos / NANOS_PER_SECOND;
        return seconds < 1 ? CommTable.duration(nanos) : Figures.seconds(seconds);
    }
}
