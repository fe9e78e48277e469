package org.moide.samples.programs.cg.market;

import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.moide.engine.UsageException;

/**
 * A file in the Matrix Market exchange format that is being read, plain or gzipped. What its size line says is compared
 * with the file's length before anything is allocated, and arrays grow with what has come. For one thread.
 *
 * <p>Every method throws {@link UsageException} that says where something else stands than is expected.
 */
public final class MarketFile implements Closeable {
    /** Entries that arrays of every JVM can hold. */
    public static final int MOST_ENTRIES = Integer.MAX_VALUE - 8;

    /** No deflated byte stands for more. */
    private static final long MOST_INFLATED = 1032;

    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    private final MarketLines lines;
    private final MarketHeader header;

    private MarketFile(MarketLines lines, MarketHeader header) {
        this.lines = lines;
        this.header = header;
    }

    /** Reads a file, or a part of it. */
    @FunctionalInterface
    public interface Reading<T> {
        T read(MarketFile file) throws IOException;
    }

    /**
     * Opens a file, reads its first lines and then what is wanted.
     *
     * @param option that names it
     */
    public static <T> T read(String option, Path path, Reading<T> reading) {
        try (MarketFile file = open(path)) {
            return reading.read(file);
        } catch (NoSuchFileException missing) {
            throw new UsageException(option + " " + path + ": no such file");
        } catch (ZipException broken) {
            throw new UsageException(
                    option + " " + path + ": expected gzip's format, found a broken file: " + broken.getMessage());
        } catch (IOException failed) {
            throw new UsageException(option + " " + path + ": cannot be read: " + failed.getMessage());
        }
    }

    private static MarketFile open(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new IOException("expected a file, found a folder");
        }
        InputStream in = new BufferedInputStream(Files.newInputStream(path));
        try {
            in.mark(2);
            boolean zipped = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
            in.reset();
            MarketLines lines = new MarketLines(path.toString(), zipped ? new GZIPInputStream(in) : in);
            MarketHeader header = MarketHeader.read(lines);
            if (Files.isRegularFile(path)) {
                long most = Files.size(path) * (zipped ? MOST_INFLATED : 1);
                checkLength(lines, header, most);
            }
            if (header.entries() > MOST_ENTRIES) {
                throw lines.expected("at most " + MOST_ENTRIES + " entries");
            }
            return new MarketFile(lines, header);
        } catch (IOException | RuntimeException failed) {
            in.close();
            throw failed;
        }
    }

    private static void checkLength(MarketLines lines, MarketHeader header, long bytes) {
        long most = (bytes + 1) / header.leastBytes(); // the last line need not be ended
        if (header.entries() > most) {
            throw new UsageException(lines.where() + "expected no more entries than fit into the file, at most " + most
                    + ", found a size line that promises " + header.entries());
        }
    }

    public MarketHeader header() {
        return header;
    }

    /** All entries, those of an array that are zero left out. */
    public MarketEntries entries() throws IOException {
        MarketEntries entries = new MarketEntries((int) header.entries());
        if (header.coordinate()) {
            readPlaces(entries);
        } else {
            readArray(entries);
        }
        if (lines.next()) {
            throw lines.expected("the end of the file after " + header.entries() + " entries");
        }
        return entries;
    }

    private void readPlaces(MarketEntries entries) throws IOException {
        int words = header.pattern() ? 2 : 3;
        for (long entry = 0; entry < header.entries(); entry++) {
            nextEntry(entry, words, header.pattern() ? "row and column" : "row, column and value");
            int row = (int) lines.whole(0, "a row", 1, header.rows());
            int column = (int) lines.whole(1, "a column", 1, header.columns());
            entries.add(row - 1, column - 1, header.pattern() ? 1.0 : lines.number(2));
        }
    }

    private void readArray(MarketEntries entries) throws IOException {
        long entry = 0;
        for (int column = 0; column < header.columns(); column++) {
            for (int row = header.symmetric() ? column : 0; row < header.rows(); row++) {
                nextEntry(entry++, 1, "a value");
                double value = lines.number(0);
                if (value != 0.0) {
                    entries.add(row, column, value);
                }
            }
        }
    }

    private void nextEntry(long entry, int words, String what) throws IOException {
        if (!lines.next()) {
            throw lines.expectedAtEnd("entry " + (entry + 1) + " of " + header.entries());
        }
        if (lines.words() != words) {
            throw lines.expected(what);
        }
    }

    /** This header, if a vector of so many rows follows. */
    public MarketHeader checkedVector(int rows) {
        if (header.rows() != rows || header.columns() != 1) {
            throw lines.expected(rows + " rows and 1 column, as the matrix has rows");
        }
        return header;
    }

    /** A vector of so many rows. */
    public double[] vector(int rows) throws IOException {
        checkedVector(rows);
        MarketEntries entries = entries(); // as many as rows at most, or the size line was refused
        double[] vector = new double[rows];
        for (int entry = 0; entry < entries.count(); entry++) {
            vector[entries.row(entry)] = entries.value(entry);
        }
        return vector;
    }

    /** Writes a vector as an array of one column, so that reading it gives the same bits; gzipped if its name says so. */
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

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
