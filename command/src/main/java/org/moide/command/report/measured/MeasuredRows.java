package org.moide.command.report.measured;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The measurements reported by the benchmark application {@code org.moide.samples.bench.CommBench}. Immutable.
 *
 * @param rows the measurements in the order in which they were made
 */
public record MeasuredRows(List<Row> rows) {
    private static final int FIGURES = 7;

    public MeasuredRows {
        rows = List.copyOf(rows);
    }

    /**
     * One measurement; times are of one message or one collective.
     *
     * @param operation the measured operation, such as "latency"
     * @param place the place of the threads, such as "engines 0-1"
     * @param bytes the length of a message; 0 if there is none
     * @param p999Nanos the 99.9th percentile
     * @param bytesPerSecond the bandwidth; 0 if it has no meaning
     */
    public record Row(
            String operation,
            String place,
            long bytes,
            long repetitions,
            double meanNanos,
            double p50Nanos,
            double p99Nanos,
            double p999Nanos,
            double maxNanos,
            double bytesPerSecond) {}

    /** Extracts the rows from an application's results. */
    public static MeasuredRows of(Map<String, Object> results) {
        List<Row> rows = new ArrayList<>();
        results.forEach((name, value) -> {
            String[] parts = name.split("/", -1);
            if (parts.length == 3 && value instanceof double[] figures && figures.length == FIGURES) {
                rows.add(new Row(
                        parts[0],
                        parts[1],
                        Long.parseLong(parts[2]),
                        (long) figures[0],
                        figures[1],
                        figures[2],
                        figures[3],
                        figures[4],
                        figures[5],
                        figures[6]));
            }
        });
        return new MeasuredRows(rows);
    }

    /**
     * Groups the rows by operation and place, such as "latency, engines 0-1"; the rows of a group differ only in the
     * size of messages.
     */
    Map<String, List<Row>> curves() {
        Map<String, List<Row>> curves = new LinkedHashMap<>();
        for (Row row : rows) {
            curves.computeIfAbsent(row.operation() + ", " + row.place(), name -> new ArrayList<>())
                    .add(row);
        }
        return Collections.unmodifiableMap(curves);
    }
}
