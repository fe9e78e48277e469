package org.moide.command.report.html;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.coordinator.report.RunReport;

/** Merges engines with neighbouring numbers, so that few enough are left for a chart. */
public final class EngineGroups {
    private EngineGroups() {}

    /** Returns how many neighbouring engines have to share a row, so that there are at most {@code most} rows. */
    public static int together(int engines, int most) {
        return Math.max(1, (engines + most - 1) / most);
    }

    /** Returns the label of a row, from the labels of its first and last engine. */
    public static String label(String first, String last) {
        return first.equals(last) ? first : first + "-" + last;
    }

    /** Returns the traffic between rows of {@code together} engines each, which are numbered from 0. */
    public static List<RunReport.Traffic> sums(List<RunReport.Traffic> pairs, int together) {
        Map<Pair, RunReport.Traffic> sums = new TreeMap<>();
        for (RunReport.Traffic pair : pairs) {
            Pair rows = new Pair(pair.from() / together, pair.to() / together);
            sums.merge(
                    rows,
                    new RunReport.Traffic(rows.from(), rows.to(), pair.messages(), pair.bytes(), pair.waitSeconds()),
                    EngineGroups::plus);
        }
        return List.copyOf(sums.values());
    }

    private static RunReport.Traffic plus(RunReport.Traffic left, RunReport.Traffic right) {
        return new RunReport.Traffic(
                left.from(),
                left.to(),
                left.messages() + right.messages(),
                left.bytes() + right.bytes(),
                left.waitSeconds() + right.waitSeconds());
    }

    private record Pair(int from, int to) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            return from == other.from ? Integer.compare(to, other.to) : Integer.compare(from, other.from);
        }
    }
}
