package org.moide.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;

/**
 * One measurement, as a line {@code who,operation,place,bytes,nanos}.
 *
 * @param who the measured library, such as "MOIDE" or "PCJ"
 * @param operation by its name in {@code moide bench comm}, or in {@code bench/side-by-side.sh}
 * @param place "one" for threads of one process, "two" for two processes; or such as "2 engines of 1 thread"
 * @param nanos the median, or the time of one round
 */
record Measured(String who, String operation, String place, int bytes, double nanos) {
    private static final int FIELDS = 5;

    /** Parses a line. */
    static Measured parse(String line) {
        String[] fields = line.split(",", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("expected who,operation,place,bytes,nanos, found '" + line + "'");
        }
        return new Measured(
                fields[0], fields[1], fields[2], Integer.parseInt(fields[3]), Double.parseDouble(fields[4]));
    }

    String line() {
        return String.format(Locale.ROOT, "%s,%s,%s,%d,%.1f", who, operation, place, bytes, nanos);
    }

    /** Appends lines to a file. */
    static void append(Path file, List<Measured> lines) {
        try {
            Files.write(
                    file,
                    lines.stream().map(Measured::line).toList(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
