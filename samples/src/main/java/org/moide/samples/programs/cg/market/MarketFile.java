package org.moide.samples.programs.cg.market;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.moide.engine.UsageException;
import org.moide.samples.text.TextLines;

/**
 * Reads a file in the Matrix Market exchange format. The size line is compared with the file's length before memory is
 * allocated, and arrays grow with the entries that are read. So a wrong size line does no harm. Used by one thread.
 *
 * <p>Every method throws a {@link UsageException} if the content is not as expected; the message says where.
 */
public final class MarketFile {
    /** The most entries of a matrix: so many as an array can hold in every JVM. */
    public static final int MOST_ENTRIES = Integer.MAX_VALUE - 8;

    private final TextLines lines;
    private final MarketHeader header;

    private MarketFile(TextLines lines, MarketHeader header) {
        this.lines = lines;
        this.header = header;
    }

    /** A function that reads a file, or a part of it, after its first lines. */
    @FunctionalInterface
    public interface Reading<T> {
        T read(MarketFile file) throws IOException;
    }

    /**
     * Opens a file, reads its first lines, and then what {@code reading} reads.
     *
     * @param option the option that names the file
     */
    public static <T> T read(String option, Path path, Reading<T> reading) {
        try (TextLines lines = TextLines.open(option, path, TextLines.SHORT_LINES)) {
            MarketHeader header = MarketHeader.read(lines);
            checkLength(lines, header);
            return reading.read(new MarketFile(lines, header));
        } catch (IOException failed) {
            throw new UsageException(option + " " + path + ": cannot be read: " + failed.getMessage());
        }
    }

    private static void checkLength(TextLines lines, MarketHeader header) {
        long most = (lines.mostBytes() + 1) / header.leastBytes(); // the last line need not be ended
        if (header.entries() > most) {
            throw lines.wrong("expected no more entries than fit into the file, at most " + most
                    + ", found a size line that promises " + header.entries());
        }
    }

    public MarketHeader header() {
        return header;
    }

    /**
     * Reads all entries. If the file lists all values, zeros are left out. A place may occur several times; then the
     * values of that place must be added.
     */
    public MarketEntries entries() {
        MarketEntries entries = new MarketEntries((int) header.entries());
        if (header.coordinate()) {
            readPlaces(entries);
        } else {
            readArray(entries);
        }
        if (MarketHeader.nextData(lines)) {
            throw lines.expectedLine("the end of the file after " + header.entries() + " entries");
        }
        return entries;
    }

    /**
     * Reads all elements, and returns them row after row. An entry that the file has on only one side of the diagonal
     * is returned on both sides.
     */
    public double[] elements() {
        MarketEntries entries = entries();
        double[] elements = new double[Math.multiplyExact(header.rows(), header.columns())];
        for (int entry = 0; entry < entries.count(); entry++) {
            int row = entries.row(entry);
            int column = entries.column(entry);
            elements[row * header.columns() + column] += entries.value(entry);
            if (header.mirrored() && row != column) {
                elements[column * header.columns() + row] += header.mirror() * entries.value(entry);
            }
        }
        return elements;
    }

    private void readPlaces(MarketEntries entries) {
        int side = 0;
        for (long entry = 0; entry < header.entries(); entry++) {
            nextEntry(entry);
            int row = (int) lines.whole("a row", 1, header.rows());
            int column = (int) lines.whole("a column", 1, header.columns());
            double value = header.pattern() ? 1.0 : value();
            lines.requireEnd("an entry");
            if (header.mirror() != 0 && row != column) {
                side = side == 0 ? Integer.compare(row, column) : side;
                if (side != Integer.compare(row, column)) {
                    throw lines.expectedLine(
                            "all entries on one side of the diagonal, as others are, since the matrix is"
                                    + " symmetric");
                }
            }
            if (header.mirror() < 0 && row == column && value != 0.0) {
                throw lines.expectedLine("0 on the diagonal, since the matrix is skew-symmetric");
            }
            entries.add(row - 1, column - 1, value);
        }
    }

    private void readArray(MarketEntries entries) {
        long entry = 0;
        int below = header.mirror() < 0 ? 1 : 0;
        for (int column = 0; column < header.columns(); column++) {
            for (int row = header.mirror() == 0 ? 0 : column + below; row < header.rows(); row++) {
                nextEntry(entry++);
                double value = value();
                lines.requireEnd("a value");
                if (value != 0.0) {
                    entries.add(row, column, value);
                }
            }
        }
    }

    private void nextEntry(long entry) {
        if (!MarketHeader.nextData(lines)) {
            throw lines.expected("entry " + (entry + 1) + " of " + header.entries());
        }
    }

    private double value() {
        double value = lines.fortranNumber("a value");
        if (header.field() != MarketHeader.Field.REAL) {
            lines.wordAsWhole(
                    "a value of an integer matrix",
                    header.field() == MarketHeader.Field.UNSIGNED ? 0 : Long.MIN_VALUE + 1,
                    Long.MAX_VALUE);
        }
        return value;
    }

    /** Checks that the file contains a vector of this length, and returns the header. */
    public MarketHeader checkedVector(int rows) {
        if (header.rows() != rows || header.columns() != 1) {
            throw lines.expectedLine(rows + " rows and 1 column, as the matrix has rows");
        }
        return header;
    }

    /** Reads a vector of this length. */
    public double[] vector(int rows) {
        checkedVector(rows);
        MarketEntries entries = entries();
        double[] vector = new double[rows];
        for (int entry = 0; entry < entries.count(); entry++) {
            vector[entries.row(entry)] += entries.value(entry);
        }
        return vector;
    }

    /**
     * Writes a vector as an array of one column, so that reading it gives exactly the same numbers; compressed if
     * {@code zipped}.
     */
    public static void write(Path into, boolean zipped, String comment, double[] vector) throws IOException {
        var out = Files.newOutputStream(into);
        try (Writer writer = new BufferedWriter(
                new OutputStreamWriter(zipped ? new GZIPOutputStream(out) : out, StandardCharsets.US_ASCII))) {
            writer.write("%%MatrixMarket matrix array real general\n% " + comment + "\n" + vector.length + " 1\n");
            for (double value : vector) {
                writer.write(value + "\n");
            }
        }
    }
}
