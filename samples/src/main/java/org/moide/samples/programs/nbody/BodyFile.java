package org.moide.samples.programs.nbody;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.moide.engine.UsageException;

/**
 * Bodies as comma-separated values, one a line: position, velocity, mass and, optionally, acceleration, which is written
 * but not used when read. Empty lines, lines that begin with {@code #}, and one heading that begins with {@code x} are
 * passed over. Numbers are written so that reading them gives the same bits.
 */
final class BodyFile {
    private static final String[] COLUMNS = {"x", "y", "z", "vx", "vy", "vz", "mass", "ax", "ay", "az"};
    private static final int LEAST_COLUMNS = 7;
    private static final int MASS = 6;

    private BodyFile() {}

    /** @throws UsageException with file, line and column where something else stands than is expected */
    static Bodies read(Path file) {
        double[] numbers = new double[COLUMNS.length * 1024];
        int count = 0;
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            int lineNumber = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lineNumber++;
                String text = line.strip();
                boolean heading = count == 0 && text.startsWith("x");
                if (!text.isEmpty() && !text.startsWith("#") && !heading) {
                    int at = count * COLUMNS.length;
                    if (at == numbers.length) {
                        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
                    }
                    readLine(file, lineNumber, line, numbers, at);
                    count++;
                }
            }
        } catch (NoSuchFileException missing) {
            throw new UsageException("--input " + file + ": no such file");
        } catch (CharacterCodingException notText) {
            throw new UsageException("--input " + file + ": expected comma-separated text in UTF-8");
        } catch (IOException failed) {
            throw new UsageException("--input " + file + ": cannot be read: " + failed.getMessage());
        }
        if (count == 0) {
            throw new UsageException("--input " + file + ": expected at least one body, found none");
        }
        return bodies(numbers, count);
    }

    private static void readLine(Path file, int lineNumber, String line, double[] to, int at) {
        int column = 0;
        int from = 0;
        while (from <= line.length()) {
            int comma = line.indexOf(',', from);
            int end = comma < 0 ? line.length() : comma;
            String where = file + ":" + lineNumber + ":" + (from + 1) + ": ";
            if (column == COLUMNS.length) {
                throw new UsageException(where + "expected at most " + COLUMNS.length + " values, found more");
            }
            String text = line.substring(from, end).strip();
            to[at + column] = number(where, column, text);
            column++;
            from = end + 1;
        }
        if (column != LEAST_COLUMNS && column != COLUMNS.length) {
            throw new UsageException(file + ":" + lineNumber + ":" + (line.length() + 1) + ": expected "
                    + LEAST_COLUMNS + " values (position, velocity, mass) or " + COLUMNS.length
                    + " (and acceleration), found " + column);
        }
    }

    private static double number(String where, int column, String text) {
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            throw new UsageException(where + "expected a number (" + COLUMNS[column] + "), found '" + text + "'");
        }
        if (!Double.isFinite(value)) {
            throw new UsageException(where + "expected a finite number (" + COLUMNS[column] + "), found " + text);
        }
        if (column == MASS && value < 0.0) {
            throw new UsageException(where + "expected a mass of at least 0, found " + text);
        }
        return value;
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
