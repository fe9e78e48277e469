package org.moide.coordinator.report.measured;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.moide.balance.data.DataTotals;
import org.moide.balance.schedule.AllKnowingSchedule;
import org.moide.balance.schedule.OwnLinesSchedule;
import org.moide.balance.schedule.ScheduleOutcome;
import org.moide.balance.simulation.Interconnect;
import org.moide.balance.simulation.SimulatedOutcome;
import org.moide.balance.simulation.SimulationOutcome;
import org.moide.balance.strategy.Membership;
import org.moide.balance.workload.BagWorkload;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;
import org.moide.coordinator.text.TextTable;

/** What {@code moide simulate} and {@code moide advise} show. Pure. */
public final class SimulationTable {
    private static final double NANOS_PER_SECOND = 1e9;

    /** A difference that another seed may turn round. */
    private static final double AS_GOOD = 1.02;

    /** A smaller difference than the start of an engine, or a pause of the system, makes no strategy better. */
    private static final double LEAST_SECONDS = 0.1;

    private static final int CHART_ROWS = 8;
    private static final int CHART_COLUMNS = 60;
    private static final String EIGHTHS = " ▁▂▃▄▅▆▇█";

    private SimulationTable() {}

    /** What is to be computed, by whom, and what no strategy can beat. */
    public static List<String> task(BagWorkload workload, Membership members) {
        return List.of(
                "workload    " + workload.name() + ": " + Plural.of(workload.tasks(), "task") + ", "
                        + Figures.count(workload.rootTasks()) + " of them at the start, " + time(workload.workNanos())
                        + " of work",
                members(members),
                "at best     " + time(bestNanos(workload, members)) + " (work / power, or the longest chain of tasks)");
    }

    /** Who computes. */
    static String members(Membership members) {
        int threads =
                members.all().stream().mapToInt(Membership.Member::threads).sum();
        return "members     " + Figures.count(members.size()) + " with " + Plural.of(threads, "thread") + ", power "
                + Figures.number(members.power());
    }

    /** What balancers could do that know all, where tasks read data objects; no line where they do not. */
    public static List<String> allKnowing(
            BagWorkload workload, Membership members, Interconnect interconnect, long dataMemory) {
        if (workload.data().isNone()) {
            return List.of();
        }
        return List.of(
                schedule("all-knowing", AllKnowingSchedule.of(workload, members, interconnect, dataMemory))
                        + " (a balancer that knows all, with messages for nothing)",
                schedule("own lines  ", OwnLinesSchedule.of(workload, members, interconnect, dataMemory))
                        + " (the same, if each member gave to any number at once)");
    }

    private static String schedule(String title, ScheduleOutcome outcome) {
        return title + " " + time(outcome.nanos()) + ", efficiency " + Figures.percent(outcome.efficiency()) + ", "
                + Plural.of(outcome.fetched(), "object") + " brought";
    }

    private static double bestNanos(BagWorkload workload, Membership members) {
        return Math.max(workload.workNanos() / members.power(), workload.longestNanos() / fastestThread(members));
    }

    /** The power of the fastest thread. */
    static double fastestThread(Membership members) {
        return members.all().stream()
                .mapToDouble(member -> member.power() / member.threads())
                .max()
                .orElse(1);
    }

    /** One run, and who was busy when. */
    public static List<String> outcome(SimulationOutcome outcome) {
        List<String> lines = new ArrayList<>();
        lines.add("strategy    " + outcome.strategy());
        lines.add("predicted   " + time(outcome.predictedNanos()));
        lines.add("efficiency  " + Figures.percent(outcome.efficiency()) + " (work / (power x time)), threads idle "
                + Figures.percent(outcome.idleShare()));
        lines.add("busy        " + busy(outcome.memberShares()) + " of the time, from member to member");
        lines.add("messages    " + Figures.count(outcome.messages()) + ", " + Figures.bytes(outcome.bytes())
                + (outcome.farMessages() == 0
                        ? ""
                        : "; between sites " + Figures.count(outcome.farMessages()) + ", "
                                + Figures.bytes(outcome.farBytes())));
        lines.add("transfers   " + Figures.count(outcome.transfers()) + " with "
                + Plural.of(outcome.movedTasks(), "task") + ", " + Plural.of(outcome.loans(), "loan"));
        DataTotals data = outcome.data();
        if (data.fetched() > 0) {
            lines.add("data        " + Plural.of(data.fetched(), "object") + " brought, "
                    + Figures.bytes(data.fetchedBytes()) + "; " + Figures.count(data.hits()) + " found in place, "
                    + Figures.count(data.dropped()) + " dropped for room");
        }
        lines.add(String.format(
                Locale.ROOT, "digest      %016x, %s events", outcome.digest(), Figures.count(outcome.events())));
        lines.add("");
        lines.addAll(chart(outcome));
        return lines;
    }

    /** From the least busy member to the busiest. */
    private static String busy(List<Double> shares) {
        double least = shares.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double most = shares.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return Figures.percent(least) + " to " + Figures.percent(most);
    }

    /** The share of the power that computes, over the time. */
    static List<String> chart(SimulatedOutcome outcome) {
        List<Double> shares = outcome.busyShares();
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

    /** All strategies, the fastest first; with the data objects that they moved if tasks read some. */
    public static List<String> comparison(List<SimulationOutcome> outcomes) {
        boolean data = outcomes.stream().anyMatch(outcome -> outcome.data().fetched() > 0);
        List<String> titles = new ArrayList<>(
                List.of("strategy", "predicted", "efficiency", "idle", "messages", "bytes", "transfers", "loans"));
        if (data) {
            titles.addAll(List.of("objects", "their bytes"));
        }
        TextTable table = new TextTable("l" + "r".repeat(titles.size() - 1), titles.toArray(String[]::new));
        for (SimulationOutcome outcome : sorted(outcomes)) {
            List<String> row = new ArrayList<>(List.of(
                    outcome.strategy(),
                    time(outcome.predictedNanos()),
                    Figures.percent(outcome.efficiency()),
                    Figures.percent(outcome.idleShare()),
                    Figures.count(outcome.messages()),
                    Figures.bytes(outcome.bytes()),
                    Figures.count(outcome.transfers()),
                    Figures.count(outcome.loans())));
            if (data) {
                row.add(Figures.count(outcome.data().fetched()));
                row.add(Figures.bytes(outcome.data().fetchedBytes()));
            }
            table.row(row.toArray(String[]::new));
        }
        return table.lines();
    }

    /** Which strategy to choose: of those that are about as fast, the one with the fewest messages. */
    public static List<String> advice(List<SimulationOutcome> outcomes) {
        return advice(outcomes, "messages", SimulationOutcome::messages);
    }

    /**
     * Which strategy to choose: of those that are about as fast, the one with the least cost.
     *
     * @param what its cost is called
     */
    static <O extends SimulatedOutcome> List<String> advice(List<O> outcomes, String what, ToLongFunction<O> cost) {
        List<O> sorted = sorted(outcomes);
        double fastest = sorted.get(0).predictedNanos();
        if (fastest < LEAST_SECONDS * NANOS_PER_SECOND) {
            return List.of(
                    "This is too short to choose a strategy by: starting the engines takes longer than " + time(fastest)
                            + ".",
                    "Record a run of some seconds at least, with as much work as the runs that the advice is for.");
        }
        List<O> asGood = sorted.stream()
                .filter(outcome -> outcome.predictedNanos() <= AS_GOOD * fastest)
                .sorted(Comparator.comparingLong(cost))
                .toList();
        O best = asGood.get(0);
        String others = String.join(
                ", ",
                asGood.subList(1, asGood.size()).stream()
                        .map(SimulatedOutcome::strategy)
                        .toList());
        return List.of(
                "Choose " + best.strategy() + ": " + time(best.predictedNanos()) + " predicted, efficiency "
                        + Figures.percent(best.efficiency())
                        + (others.isEmpty() ? "" : "; within 2% of it and with more " + what + ": " + others),
                "  moide run --strategy " + best.strategy() + " ...");
    }

    static <O extends SimulatedOutcome> List<O> sorted(List<O> outcomes) {
        return outcomes.stream()
                .sorted(Comparator.comparingLong(SimulatedOutcome::predictedNanos))
                .toList();
    }

    static String time(long nanos) {
        return time((double) nanos);
    }

    static String time(double nanos) {
        double seconds = nanos / NANOS_PER_SECOND;
        return seconds < 1 ? CommTable.duration(nanos) : Figures.seconds(seconds);
    }
}
