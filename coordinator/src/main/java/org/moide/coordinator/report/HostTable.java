package org.moide.coordinator.report;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;

/** What {@code moide hosts} shows. */
public final class HostTable {
    private HostTable() {}

    /** A line for each host that can be used, the best first, under a line of heads; nothing if there is none. */
    public static List<String> lines(List<HostAnswer> answers) {
        List<Candidate> usable = answers.stream()
                .flatMap(answer -> Stream.ofNullable(answer.candidate()))
                .sorted(Comparator.comparingDouble(Candidate::performance).reversed())
                .toList();
        if (usable.isEmpty()) {
            return List.of();
        }
        TextTable table =
                new TextTable("llrrrrr", "daemon", "host", "processors", "memory", "power", "workload", "performance");
        for (Candidate candidate : usable) {
            table.row(
                    candidate.daemon(),
                    candidate.host(),
                    Integer.toString(candidate.processors()),
                    Figures.bytes(candidate.memoryBytes()),
                    Figures.number(candidate.power()),
                    Figures.number(candidate.workload()),
                    Figures.number(candidate.performance()));
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
