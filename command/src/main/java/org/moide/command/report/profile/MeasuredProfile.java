package org.moide.command.report.profile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.moide.commlib.collective.Tuning;
import org.moide.coordinator.text.WholeFile;

/**
 * The profile that {@code moide bench comm --save-profile} writes. It contains the lengths of data at which collective
 * operations change their algorithm. Each has a default. The benchmark measures both algorithms at lengths around the
 * default, and the profile contains the length that would have cost the least time there. Differences within the noise
 * count as zero; without a clear gain the default stays.
 */
public final class MeasuredProfile {
    /** The least gain in time for which a length differs from its default, even if the measurements have less noise. */
    private static final double LEAST_GAIN = 0.05;

    private static final String SEGMENT = "segmentBytes";

    /**
     * The name of the setting for the length up to which the algorithm for short data is used. All other settings are
     * lengths from which on the algorithm for long data is used.
     */
    private static final String THREAD_SHARE = "threadShareBytes";

    private static final int FIGURES = 4;
    private static final String PREFIX = "crossover";

    /** The measurements at one length of data: the median nanoseconds of both algorithms, and their relative noise. */
    private record Row(long bytes, double shortNanos, double longNanos, double shortNoise, double longNoise) {
        /**
         * Returns the gain of the algorithm for long data over that for short data, as a logarithm; 0 within the noise.
         */
        double gain() {
            double gain = Math.log(shortNanos / longNanos);
            return Math.abs(gain) > Math.max(LEAST_GAIN, shortNoise + longNoise) ? gain : 0;
        }
    }

    private MeasuredProfile() {}

    /** Returns the profile's text with comments, which {@link Tuning#parse} reads. */
    public static String text(Map<String, Object> results, String shape) {
        Map<String, NavigableMap<Long, Row>> measured = rows(results);
        List<String> lines = new ArrayList<>();
        lines.add("# From which lengths collectives take another way, for runs with --comm-profile <this file>.");
        lines.add("# Measured by 'moide bench comm --save-profile' on " + shape + ".");
        lines.add("# Times are medians; in brackets those that differ by less than the noise, which decide nothing.");
        Tuning.DEFAULT.values().forEach((name, standard) -> {
            lines.add("");
            NavigableMap<Long, Row> rows = measured.getOrDefault(name, new TreeMap<>());
            if (rows.isEmpty()) {
                lines.add("# " + name + ": not measured: it decides nothing on such engines, or takes too much memory");
                lines.add(name + " = " + standard);
                return;
            }
            int chosen = name.equals(SEGMENT) ? bestSegment(rows, standard) : crossover(name, rows, standard);
            lines.add("# " + name + ": "
                    + (chosen == standard
                            ? "the default, nothing else was clearly better"
                            : "the default is " + standard));
            rows.values().forEach(row -> lines.add(line(row, name.equals(SEGMENT) ? standard : 0)));
            lines.add(name + " = " + chosen);
        });
        return String.join("\n", lines) + "\n";
    }

    /** Writes the text of {@link #text} to a file. */
    public static void write(Map<String, Object> results, String shape, Path file) {
        WholeFile.write(text(results, shape), file, "communication profile");
    }

    private static Map<String, NavigableMap<Long, Row>> rows(Map<String, Object> results) {
        Map<String, NavigableMap<Long, Row>> rows = new TreeMap<>();
        results.forEach((name, value) -> {
            String[] parts = name.split("/", -1);
            if (parts.length == 3
                    && parts[0].equals(PREFIX)
                    && value instanceof double[] figures
                    && figures.length == FIGURES) {
                long bytes = Long.parseLong(parts[2]);
                rows.computeIfAbsent(parts[1], any -> new TreeMap<>())
                        .put(bytes, new Row(bytes, figures[0], figures[1], figures[2], figures[3]));
            }
        });
        return rows;
    }

    /**
     * Returns the length at which it is best to change the algorithm; of equally good lengths, the one nearest to the
     * default. Half of the least measured length, or twice the greatest, means that one algorithm was always better.
     *
     * @param standard the default
     */
    private static int crossover(String name, NavigableMap<Long, Row> rows, int standard) {
        List<Long> lengths = new ArrayList<>(rows.keySet());
        lengths.add(rows.firstKey() / 2);
        lengths.add(rows.lastKey() * 2);
        return lengths.stream()
                .max(Comparator.<Long>comparingDouble(at -> gain(name, rows, at))
                        .thenComparing(at -> -distance(at, standard)))
                .orElseThrow()
                .intValue();
    }

    private static double gain(String name, NavigableMap<Long, Row> rows, long at) {
        boolean shortAtIt = name.equals(THREAD_SHARE);
        return rows.tailMap(at, !shortAtIt).values().stream()
                .mapToDouble(Row::gain)
                .sum();
    }

    private static double distance(long bytes, int standard) {
        return Math.abs(Math.log((double) bytes / standard));
    }

    private static int bestSegment(NavigableMap<Long, Row> rows, int standard) {
        return rows.values().stream()
                .filter(row -> row.gain() > 0)
                .max(Comparator.comparingDouble(Row::gain))
                .map(row -> (int) row.bytes())
                .orElse(standard);
    }

    private static String line(Row row, int segment) {
        String text = segment == 0
                ? String.format(
                        Locale.ROOT,
                        "%,d bytes: %.1f us the short way, %.1f us the long way",
                        row.bytes(),
                        row.shortNanos() / 1e3,
                        row.longNanos() / 1e3)
                : String.format(
                        Locale.ROOT,
                        "segments of %,d bytes: %.1f us, of %,d bytes: %.1f us",
                        segment,
                        row.shortNanos() / 1e3,
                        row.bytes(),
                        row.longNanos() / 1e3);
        return "#   " + (row.gain() == 0 ? "(" + text + ")" : text);
    }
}
