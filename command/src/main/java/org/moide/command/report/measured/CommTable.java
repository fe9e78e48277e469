package org.moide.command.report.measured;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.TextTable;

/** The tables of {@code moide bench comm}. */
public final class CommTable {
    private CommTable() {}

    /** Returns a table for each operation and place, and one for all barriers. */
    public static List<String> lines(MeasuredRows measured) {
        List<String> lines = new ArrayList<>();
        TextTable meetings = table("meeting");
        boolean met = false;
        for (Map.Entry<String, List<MeasuredRows.Row>> curve : measured.curves().entrySet()) {
            List<MeasuredRows.Row> rows = curve.getValue();
            if (rows.get(0).bytes() == 0) {
                rows.forEach(row -> meetings.row(cells(curve.getKey(), row)));
                met = true;
                continue;
            }
            TextTable table = table("bytes");
            rows.forEach(row -> table.row(cells(Figures.size(row.bytes()), row)));
            lines.add(curve.getKey());
            lines.addAll(table.lines());
            lines.add("");
        }
        if (met) {
            lines.addAll(meetings.lines());
        }
        return lines;
    }

    private static TextTable table(String first) {
        return new TextTable(
                first.equals("bytes") ? "rrrrrrr" : "lrrrrrr",
                first,
                "p50",
                "p99",
                "p99.9",
                "max",
                "bytes/s",
                "repetitions");
    }

    private static String[] cells(String first, MeasuredRows.Row row) {
        return new String[] {
            first,
            duration(row.p50Nanos()),
            duration(row.p99Nanos()),
            duration(row.p999Nanos()),
            duration(row.maxNanos()),
            row.bytesPerSecond() == 0 ? "-" : rate(row.bytesPerSecond()),
            Figures.count(row.repetitions())
        };
    }

    static String duration(double nanos) {
        if (nanos < 1e6) {
            return Figures.number(nanos / 1e3) + " µs";
        }
        return Figures.number(nanos / 1e6) + " ms";
    }

    private static String rate(double bytesPerSecond) {
        if (bytesPerSecond < 1e9) {
            return Figures.number(bytesPerSecond / 1e6) + " MB";
        }
        return String.format(Locale.ROOT, "%s GB", Figures.number(bytesPerSecond / 1e9));
    }
}
