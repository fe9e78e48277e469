package org.moide.samples.programs.nbody;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.moide.engine.UsageException;
import org.moide.samples.text.TextLines;

/**
 * Reads and writes bodies as comma-separated values, one body for each line: position, velocity, mass and, optionally,
 * acceleration, which is ignored when read. Empty lines, lines that begin with {@code #}, and one heading with the
 * columns' names are skipped. Numbers are written so that reading gives exactly the same values.
 */
final class BodyFile {
    private static final String[] COLUMNS = {"x", "y", "z", "vx", "vy", "vz", "mass", "ax", "ay", "az"};
    private static final int LEAST_COLUMNS = 7;
    private static final int MASS = 6;
    static final int MOST_BODIES = 50_000_000;

    private BodyFile() {}

    /**
     * Reads the bodies in a file.
     *
     * @throws UsageException if the content is not as expected; the message has file, line and column
     */
    static Bodies read(Path file) {
        double[] numbers = new double[COLUMNS.length * 1024];
        int count = 0;
        boolean headed = false;
        try (TextLines lines = TextLines.open("--input", file, TextLines.SHORT_LINES)) {
            while (lines.next()) {
                boolean more = lines.takeUntil(',');
                if (lines.wordBegins('#') || (lines.word().isEmpty() && !more)) {
                    continue;
                }
                if (count == 0 && !headed && lines.lowerWord().equals(COLUMNS[0])) {
                    requireHeading(lines, more);
                    headed = true;
                    continue;
                }
                if (count == MOST_BODIES) {
                    throw lines.wrong("expected at most " + MOST_BODIES + " bodies, found one more");
                }
                int at = count * COLUMNS.length;
                if (at == numbers.length) {
                    numbers = Arrays.copyOf(numbers, (int) Math.min(2L * at, (long) MOST_BODIES * COLUMNS.length));
                }
                readLine(lines, more, numbers, at);
                count++;
            }
        }
        if (count == 0) {
            throw new UsageException("--input " + file + ": expected at least one body, found none");
        }
        return bodies(numbers, count);
    }

    /**
     * Checks a heading. It may name the columns only in the usual order, since numbers in another order would be
     * misinterpreted.
     */
    private static void requireHeading(TextLines lines, boolean moreBehindFirst) {
        boolean more = moreBehindFirst;
        for (int column = 1; more; column++) {
            more = lines.takeUntil(',');
            if (column >= COLUMNS.length || !lines.lowerWord().equals(COLUMNS[column])) {
                throw lines.expected("the columns " + String.join(",", COLUMNS)
                        + " in this order, of which the last three" + " may be missing");
            }
        }
    }

    private static void readLine(TextLines lines, boolean moreBehindFirst, double[] to, int at) {
        boolean more = true;
        int column = 0;
        for (; more; column++) {
            if (column == COLUMNS.length) {
                throw lines.wrong("expected at most " + COLUMNS.length + " values, found more");
            }
            more = column == 0 ? moreBehindFirst : lines.takeUntil(',');
            to[at + column] = lines.wordAsNumber(
                    COLUMNS[column], column == MASS ? 0.0 : Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);
        }
        if (column != LEAST_COLUMNS && column != COLUMNS.length) {
            throw lines.wrong("expected " + LEAST_COLUMNS + " values (position, velocity, mass) or " + COLUMNS.length
                    + " (and acceleration), found " + column);
        }
    }

    private static Bodies bodies(double[] numbers, int count) {
        Bodies bodies = new Bodies(count);
        for (int i = 0; i < count; i++) {
            int at = i * COLUMNS.length;
            bodies.x[i] = numbers[at];
            bodies.y[i] = numbers[at + 1];
            bodies.z[i] = numbers[at + 2];
            bodies.vx[i] = numbers[at + 3];
            bodies.vy[i] = numbers[at + 4];
            bodies.vz[i] = numbers[at + 5];
            bodies.mass[i] = numbers[at + 6];
            bodies.number[i] = i;
            bodies.work[i] = 1.0;
        }
        return bodies;
    }

    /** Writes bodies in the order of their numbers. */
    static void write(Path file, Bodies bodies) throws IOException {
        int[] places = new int[bodies.count()];
        for (int i = 0; i < places.length; i++) {
            places[bodies.number[i]] = i;
        }
        try (BufferedWriter writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            writer.write(String.join(",", COLUMNS));
            writer.write('\n');
            for (int i : places) {
                writer.write(bodies.x[i] + "," + bodies.y[i] + "," + bodies.z[i] + "," + bodies.vx[i] + ","
                        + bodies.vy[i] + "," + bodies.vz[i] + "," + bodies.mass[i] + "," + bodies.ax[i] + ","
                        + bodies.ay[i] + "," + bodies.az[i]);
                writer.write('\n');
            }
        }
    }
}
