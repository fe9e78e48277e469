package org.moide.command.report.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.moide.command.report.RunTable;
import org.moide.command.report.ThreadTotals;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.WorkersReport;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;

/** The lines after a run's results: its duration, its efficiency, and what limited it. */
public final class EndLines {
    /**
     * The least length of a run in seconds for which an efficiency is shown. In a shorter run chance decides where the
     * time went.
     */
    private static final double LEAST_SECONDS = 1;

    private static final int MOST_CHANGES = 8;

    /** The option with which a run makes a kind of change by itself. */
    private static final Map<String, String> OPTIONS =
            Map.of("replace", "--replace-slow", "assist", "--assist", "expand", "--elastic");

    private EndLines() {}

    /** Returns one or two lines, a line for each change of the engines, and one for each that was advised in vain. */
    public static List<String> of(RunReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(time(report));
        Efficiency efficiency = Efficiency.of(report);
        if (report.wallSeconds() >= LEAST_SECONDS && Double.isFinite(efficiency.parallel())) {
            lines.add("efficiency " + Figures.percent(efficiency.parallel()) + " (load balance "
                    + Figures.percent(efficiency.loadBalance()) + " x communication "
                    + Figures.percent(efficiency.communication()) + ")"
                    + (Double.isNaN(efficiency.processor())
                            ? ""
                            : ", on a processor " + Figures.percent(efficiency.processor()))
                    + "; what limited it: "
                    + Limits.of(report).get(0).line());
        }
        List<RunReport.Reconfiguration> changes = report.reconfigurations();
        for (RunReport.Reconfiguration change : changes.subList(0, Math.min(MOST_CHANGES, changes.size()))) {
            lines.add(change.kind() + " at " + Figures.seconds(change.atSeconds()) + ", took "
                    + Figures.seconds(change.tookSeconds()) + ": " + change.why());
        }
        if (changes.size() > MOST_CHANGES) {
            lines.add("and " + Plural.of(changes.size() - MOST_CHANGES, "more change") + " of the engines");
        }
        lines.addAll(advised(report));
        return lines;
    }

    /** Returns a line for each change that was advised, and that nobody made. */
    public static List<String> advised(RunReport report) {
        return report.advice().stream()
                .filter(advice -> !isTaken(advice, report.reconfigurations()))
                .map(advice -> advice.kind() + " was advised at " + Figures.seconds(advice.atSeconds())
                        + ", to save some " + Figures.rough(advice.savedSeconds()) + ": " + advice.why()
                        + (OPTIONS.containsKey(advice.kind())
                                ? "; " + OPTIONS.get(advice.kind()) + " does it without being asked"
                                : ""))
                .toList();
    }

    private static boolean isTaken(RunStatus.Advice advice, List<RunReport.Reconfiguration> changes) {
        return changes.stream()
                .anyMatch(change -> change.kind().equals(advice.kind()) && change.atSeconds() >= advice.atSeconds());
    }

    private static String time(RunReport report) {
        double seconds = report.wallSeconds();
        String took = seconds < LEAST_SECONDS ? Figures.milliseconds(seconds) : Figures.seconds(seconds);
        return took + " on " + Plural.of(ThreadTotals.of(report).threads(), "thread") + " of "
                + Plural.of(report.engines().size(), "engine") + work(report);
    }

    private static String work(RunReport report) {
        WorkersReport workers = report.workers();
        RunReport.TaskCounts tasks = report.loans().tasks();
        if (workers != null) {
            return rate(workers.sum().tasks(), "task", report) + ", "
                    + Plural.of(workers.sum().moves(), "move") + " of workers";
        }
        if (tasks.put() > 0) {
            return rate(tasks.counted(), "task", report)
                    + (tasks.runAgain() > 0 ? ", " + Figures.count(tasks.runAgain()) + " run again after a loss" : "")
                    + RunTable.copies(tasks.copies())
                    + (tasks.failed() > 0 ? ", " + Figures.count(tasks.failed()) + " failed and left out" : "");
        }
        RunReport.Messages messages = report.messages();
        return messages.rmi() == 0
                ? ""
                : rate(messages.rmi(), "message", report) + " between engines (" + Figures.bytes(messages.bytes())
                        + ")";
    }

    /** Returns a count with its rate per second. Leaves out the rate for a run shorter than {@link #LEAST_SECONDS}. */
    private static String rate(long count, String what, RunReport report) {
        String rate = report.wallSeconds() < LEAST_SECONDS || count == 0
                ? ""
                : ", " + Figures.number(count / report.wallSeconds()) + " a second";
        return "; " + Plural.of(count, what) + rate;
    }
}
