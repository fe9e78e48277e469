package org.moide.coordinator.report.measured;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.moide.balance.strategy.Membership;
import org.moide.balance.worker.simulation.WorkerSimulationOutcome;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;
import org.moide.coordinator.text.TextTable;

/** What {@code moide simulate} and {@code moide advise} show of workers. Pure. */
public final class WorkerSimulationTable {
    private WorkerSimulationTable() {}

    /** What is to be handled, by whom, and what no strategy can beat. */
    public static List<String> task(WorkerWorkload workload, Membership members) {
        double bestNanos = Math.max(
                workload.workNanos() / members.power(),
                workload.longestNanos() / SimulationTable.fastestThread(members));
        return List.of(
                "workload    " + workload.name() + ": "
                        + Plural.of(workload.workers().size(), "worker") + ", " + Plural.of(workload.tasks(), "task")
                        + ", " + Figures.count(workload.rootTasks()) + " of them at the start, "
                        + SimulationTable.time(workload.workNanos()) + " of work",
                SimulationTable.members(members),
                "at best     " + SimulationTable.time(bestNanos)
                        + " (work / power, the busiest worker, or the longest chain of tasks)");
    }

    /** One run, and who was busy when. */
    public static List<String> outcome(WorkerSimulationOutcome outcome) {
        List<String> lines = new ArrayList<>();
        lines.add("strategy    " + outcome.strategy());
        lines.add("predicted   " + SimulationTable.time(outcome.predictedNanos()));
        lines.add("efficiency  " + Figures.percent(outcome.efficiency()) + " (work / (power x time)), threads idle "
                + Figures.percent(outcome.idleShare()));
        lines.add("moves       " + Figures.count(outcome.moves()) + ", " + Figures.bytes(outcome.movedBytes()));
        lines.add("messages    " + Figures.count(outcome.messages()) + ", " + Figures.bytes(outcome.bytes()) + ", with "
                + Plural.of(outcome.remoteTasks(), "task") + " for other members, "
                + Figures.count(outcome.forwardedTasks()) + " forwarded");
        lines.add(String.format(
                Locale.ROOT, "digest      %016x, %s events", outcome.digest(), Figures.count(outcome.events())));
        lines.add("");
        lines.addAll(SimulationTable.chart(outcome));
        return lines;
    }

    /** All strategies, the fastest first. */
    public static List<String> comparison(List<WorkerSimulationOutcome> outcomes) {
        TextTable table = new TextTable(
                "lrrrrrrrr",
                "strategy",
                "predicted",
                "efficiency",
                "idle",
                "moves",
                "their bytes",
                "messages",
                "bytes",
                "forwarded");
        for (WorkerSimulationOutcome outcome : SimulationTable.sorted(outcomes)) {
            table.row(
                    outcome.strategy(),
                    SimulationTable.time(outcome.predictedNanos()),
                    Figures.percent(outcome.efficiency()),
                    Figures.percent(outcome.idleShare()),
                    Figures.count(outcome.moves()),
                    Figures.bytes(outcome.movedBytes()),
                    Figures.count(outcome.messages()),
                    Figures.bytes(outcome.bytes()),
                    Figures.count(outcome.forwardedTasks()));
        }
        return table.lines();
    }

    /** Which strategy to choose: of those that are about as fast, the one with the fewest moves. */
    public static List<String> advice(List<WorkerSimulationOutcome> outcomes) {
        return SimulationTable.advice(outcomes, "moves", WorkerSimulationOutcome::moves);
    }
}
