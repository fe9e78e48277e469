package org.moide.coordinator.report;

import java.util.Comparator;
import java.util.List;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.Ranking;

/** What {@code moide hosts} shows. */
public final class HostTable {
    private HostTable() {}

    /** A line for each host, the best first and those that are down last, under a line of heads. */
    public static List<String> lines(List<HostAnswer> answers) {
        List<HostAnswer> sorted = answers.stream()
                .sorted(Comparator.comparingDouble(HostTable::performance).reversed())
                .toList();
        TextTable table = new TextTable(
                "lllrrrrrl",
                "daemon",
                "host",
                "state",
                "processors",
                "memory",
                "power",
                "workload",
                "performance",
                "reason");
        for (HostAnswer answer : sorted) {
            Candidate host = answer.candidate();
            if (host == null) {
                table.row(answer.asked(), "", answer.state(), "", "", "", "", "", answer.reason());
            } else {
                table.row(
                        answer.asked(),
                        host.host(),
                        answer.state(),
                        Integer.toString(host.processors()),
                        Figures.bytes(host.memoryBytes()),
                        Figures.number(host.power()),
                        Figures.number(host.workload()),
                        Figures.number(host.performance()),
                        answer.reason());
            }
        }
        return table.lines();
    }

    private static double performance(HostAnswer answer) {
        Candidate host = answer.candidate();
        return host == null ? -1 : host.performance();
    }

    /** Which of them a run would take, and why, and why not the others. */
    public static List<String> ranking(List<Ranking.Ranked> ranked) {
        TextTable table =
                new TextTable("rllrrrrl", "rank", "daemon", "host", "power", "workload", "promise", "engine", "why");
        for (Ranking.Ranked place : ranked) {
            Candidate host = place.candidate();
            table.row(
                    place.rank() == 0 ? "" : Integer.toString(place.rank()),
                    place.daemon(),
                    host == null ? "" : host.host(),
                    host == null ? "" : Figures.number(host.power()),
                    host == null ? "" : Figures.number(host.workload()),
                    host == null ? "" : Figures.number(place.promise()),
                    place.engine() < 0 ? "" : Integer.toString(place.engine()),
                    place.engine() < 0 ? "not used: " + place.why() : place.why());
        }
        return table.lines();
    }

    /** A line for each that cannot. */
    public static List<String> problems(List<HostAnswer> answers) {
        return answers.stream()
                .filter(answer -> answer.candidate() == null)
                .map(answer -> answer.asked() + ": " + answer.problem())
                .toList();
    }
}
