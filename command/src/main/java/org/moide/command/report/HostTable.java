package org.moide.command.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.Ranking;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;
import org.moide.coordinator.text.TextTable;
import org.moide.monitor.HostMoment;
import org.moide.monitor.NumaNode;

/** The table of {@code moide hosts}. */
public final class HostTable {
    private static final int SECONDS_A_SIGN = 5;
    /**
     * The greatest number of lines about NUMA nodes, which are groups of processors with memory of their own; {@code
     * --json} shows all.
     */
    private static final int MOST_NODE_LINES = 20;

    private static final int MOST_NODES = 8;
    private static final String SIGNS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

    /** The index of the column with a host's location, after its name. */
    private static final int PLACE_COLUMN = 3;

    private HostTable() {}

    /** Returns a heading and a line for each host, the best first and unreachable ones last. */
    public static List<String> lines(List<HostAnswer> answers) {
        FreeProcessors free = FreeProcessors.among(answers);
        List<HostAnswer> sorted = answers.stream()
                .sorted(Comparator.<HostAnswer>comparingDouble(answer -> performance(answer, free))
                        .reversed())
                .toList();
        TextTable table = new TextTable(
                "lllrrrrrrll",
                "daemon",
                "host",
                "state",
                "processors",
                "free",
                "memory",
                "power",
                "workload",
                "performance",
                "last minute",
                "reason");
        for (HostAnswer answer : sorted) {
            Candidate host = answer.candidate();
            if (host == null) {
                table.row(answer.asked(), "", answer.state(), "", "", "", "", "", "", "", answer.reason());
            } else {
                table.row(
                        answer.asked(),
                        host.host(),
                        answer.state(),
                        Integer.toString(host.processors()),
                        Integer.toString(free.free(host)),
                        Figures.bytes(host.memoryBytes()),
                        Figures.number(host.power()),
                        Figures.number(host.workload()),
                        Figures.number(free.performance(host)),
                        minute(answer),
                        answer.reason());
            }
        }
        return table.lines();
    }

    /** Returns a chart of the load of a host's processors over the last minute, one character for five seconds. */
    private static String minute(HostAnswer answer) {
        Candidate host = answer.candidate();
        List<HostMoment> moments = answer.history();
        if (host == null || moments.isEmpty()) {
            return "";
        }
        StringBuilder signs = new StringBuilder();
        for (int from = moments.size() % SECONDS_A_SIGN; from + SECONDS_A_SIGN <= moments.size(); ) {
            int to = from + SECONDS_A_SIGN;
            double busy = moments.subList(from, to).stream()
                    .mapToDouble(HostMoment::load)
                    .average()
                    .orElse(0);
            int height = (int) Math.round(busy / host.processors() * (SIGNS.length() - 1));
            signs.append(SIGNS.charAt(Math.max(0, Math.min(height, SIGNS.length() - 1))));
            from = to;
        }
        return signs.toString();
    }

    private static double performance(HostAnswer answer, FreeProcessors free) {
        Candidate host = answer.candidate();
        return host == null ? -1 : free.performance(host);
    }

    /** Returns a table of the hosts that a run would use and of those that it would not use, with reasons. */
    public static List<String> ranking(List<Ranking.Ranked> ranked) {
        boolean placed = ranked.stream().anyMatch(host -> !host.place().isEmpty());
        TextTable table = placed
                ? new TextTable(
                        "rlllrrrrl", "rank", "daemon", "host", "place", "power", "workload", "promise", "engine", "why")
                : new TextTable("rllrrrrl", "rank", "daemon", "host", "power", "workload", "promise", "engine", "why");
        for (Ranking.Ranked place : ranked) {
            Candidate host = place.candidate();
            List<String> cells = new ArrayList<>(List.of(
                    place.rank() == 0 ? "" : Integer.toString(place.rank()),
                    place.daemon(),
                    host == null ? "" : host.host(),
                    host == null ? "" : Figures.number(host.power()),
                    host == null ? "" : Figures.number(host.workload()),
                    host == null ? "" : Figures.number(place.promise()),
                    place.engine() < 0 ? "" : Integer.toString(place.engine()),
                    place.engine() < 0 ? "not used: " + place.why() : place.why()));
            if (placed) {
                cells.add(PLACE_COLUMN, place.place().isEmpty() && host != null ? "a site of its own" : place.place());
            }
            table.row(cells.toArray(String[]::new));
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.addAll(nodes(ranked));
        return lines;
    }

    /** Returns a line for each machine with several NUMA nodes. */
    private static List<String> nodes(List<Ranking.Ranked> ranked) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (Ranking.Ranked place : ranked) {
            Candidate host = place.candidate();
            if (host != null && host.nodes().size() > 1 && lines.size() < MOST_NODE_LINES) {
                lines.putIfAbsent(
                        host.machine(),
                        host.host() + " has " + Plural.of(host.nodes().size(), "NUMA node") + ": "
                                + host.nodes().stream()
                                        .limit(MOST_NODES)
                                        .map(HostTable::node)
                                        .collect(Collectors.joining(", "))
                                + (host.nodes().size() > MOST_NODES ? ", ..." : ""));
            }
        }
        return List.copyOf(lines.values());
    }

    private static String node(NumaNode node) {
        String processors = node.processorCount() == 0 ? "no processors" : "processors " + node.processors();
        return node.number() + " (" + processors
                + (node.memoryBytes() == 0 ? "" : ", " + Figures.bytes(node.memoryBytes())) + ")";
    }

    /** Returns a line for each host that cannot be used. */
    public static List<String> problems(List<HostAnswer> answers) {
        return answers.stream()
                .filter(answer -> answer.candidate() == null)
                .map(answer -> answer.asked() + ": " + answer.problem())
                .toList();
    }
}
