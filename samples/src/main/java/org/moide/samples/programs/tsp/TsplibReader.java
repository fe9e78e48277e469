package org.moide.samples.programs.tsp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.engine.UsageException;

/**
 * Reads problems in the format of TSPLIB 95: {@code TYPE: ATSP} (or TSP) with all distances as {@code EXPLICIT} numbers in a
 * {@code FULL_MATRIX}. One thread at a time.
 */
final class TsplibReader {
    private static final String SHIPPED = "hills34.atsp";
    private static final String SECTION = "EDGE_WEIGHT_SECTION";
    /** What each of these must be, if it is there. */
    private static final Map<String, List<String>> EXPECTED = Map.of(
            "TYPE", List.of("ATSP", "TSP"),
            "EDGE_WEIGHT_TYPE", List.of("EXPLICIT"),
            "EDGE_WEIGHT_FORMAT", List.of("FULL_MATRIX"));

    private final String file;
    private final List<String> lines;
    private final Map<String, String> header = new TreeMap<>();
    private int line;

    private TsplibReader(String file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    /** The problem that comes with the sample. */
    static Distances shipped() {
        try (InputStream stream = TsplibReader.class.getResourceAsStream(SHIPPED)) {
            if (stream == null) {
                throw new IllegalStateException("the sample's own " + SHIPPED + " is missing");
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return read(SHIPPED, text.lines().toList());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * The problem in a file.
     *
     * @throws UsageException if there is none, or if it does not say what it should: with line and column
     */
    static Distances load(String file) {
        try {
            return read(file, Files.readAllLines(Path.of(file), StandardCharsets.ISO_8859_1));
        } catch (InvalidPathException | NoSuchFileException missing) {
            throw new UsageException("--input: expected a TSPLIB file, found no file '" + file + "'");
        } catch (IOException unreadable) {
            throw new UsageException("--input: cannot read '" + file + "': " + unreadable);
        }
    }

    static Distances read(String file, List<String> lines) {
        TsplibReader reader = new TsplibReader(file, lines);
        reader.readHeader();
        return reader.readWeights();
    }

    private void readHeader() {
        for (; line < lines.size(); line++) {
            String text = lines.get(line).strip();
            int colon = text.indexOf(':');
            String key = (colon < 0 ? text : text.substring(0, colon)).strip();
            if (key.equals(SECTION)) {
                line++;
                return;
            }
            if (!key.isEmpty()) {
                String value = colon < 0 ? "" : text.substring(colon + 1).strip();
                List<String> expected = EXPECTED.get(key);
                if (expected != null && !expected.contains(value)) {
                    throw wrong(
                            line,
                            0,
                            "expected " + key + ": " + String.join(" or ", expected) + ", found '" + value + "'");
                }
                header.put(key, value);
            }
        }
        throw wrong(Math.max(0, lines.size() - 1), 0, "expected a line " + SECTION + ", found the end of the file");
    }

    private Distances readWeights() {
        int sectionLine = line - 1;
        for (String key : EXPECTED.keySet().stream().sorted().toList()) {
            if (!header.containsKey(key)) {
                throw wrong(sectionLine, 0, "expected a line " + key + " before this one, found none");
            }
        }
        int size = dimension(sectionLine);
        int[] lengths = new int[size * size];
        int read = 0;
        long longest = 0;
        for (; line < lines.size() && read < lengths.length; line++) {
            String text = lines.get(line);
            int column = 0;
            while (column < text.length() && read < lengths.length) {
                int end = column;
                while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
                    end++;
                }
                if (end > column) {
                    boolean toItself = read / size == read % size;
                    int length = weight(text.substring(column, end), column, toItself, read, lengths.length);
                    lengths[read++] = length;
                    longest = Math.max(longest, length);
                }
                column = end + 1;
            }
        }
        if (read < lengths.length) {
            throw wrong(
                    lines.size() - 1,
                    0,
                    "expected " + lengths.length + " numbers for " + size + " cities, found the end after " + read);
        }
        noMore(size);
        if (longest * size > Distances.LONGEST_TOUR) {
            throw wrong(
                    sectionLine,
                    0,
                    "expected distances of which a tour is at most " + Distances.LONGEST_TOUR + " long, found one of "
                            + longest + " for " + size + " cities: scale them down");
        }
        return new Distances(header.getOrDefault("NAME", file), size, lengths);
    }

    private void noMore(int size) {
        for (; line < lines.size(); line++) {
            String text = lines.get(line).strip();
            if (text.equals("EOF") || text.endsWith("SECTION")) {
                return;
            }
            if (!text.isEmpty()) {
                throw wrong(line, 0, "expected EOF after the numbers for " + size + " cities, found '" + text + "'");
            }
        }
    }

    private int dimension(int sectionLine) {
        String text = header.getOrDefault("DIMENSION", "");
        try {
            int size = Integer.parseInt(text);
            if (size >= Distances.FEWEST && size <= Distances.MOST) {
                return size;
            }
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw wrong(
                sectionLine,
                0,
                "expected DIMENSION: " + Distances.FEWEST + " to " + Distances.MOST + " before this line, found '"
                        + text + "'");
    }

    private int weight(String text, int column, boolean toItself, int read, int all) {
        try {
            int weight = Integer.parseInt(text);
            if (weight >= 0 || toItself) {
                return toItself ? 0 : weight;
            }
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw wrong(
                line,
                column,
                "expected a distance, a whole number from 0 on, the " + (read + 1) + ". of " + all + ", found '" + text
                        + "'");
    }

    private UsageException wrong(int atLine, int atColumn, String problem) {
        return new UsageException(file + ":" + (atLine + 1) + ":" + (atColumn + 1) + ": " + problem);
    }
}
