package org.moide.samples.programs.tsp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.moide.engine.UsageException;

/**
 * Reads problems in the format of TSPLIB 95: {@code TYPE: ATSP} (or TSP) with all distances as {@code EXPLICIT} numbers in a
 * {@code FULL_MATRIX}, or with places in a plane ({@code EUC_2D}). One thread at a time.
 */
public final class TsplibReader {
    private static final String SHIPPED = "hills34.atsp";
    private static final String SECTION = "EDGE_WEIGHT_SECTION";
    private static final String PLACES = "NODE_COORD_SECTION";
    private static final String PLANE = "EUC_2D";
    private static final String KIND = "EDGE_WEIGHT_TYPE";
    private static final String FORMAT = "EDGE_WEIGHT_FORMAT";
    /** Beyond this the squares of differences would not be exact. */
    private static final double FARTHEST = 1e8;

    /** What each of these must be, if it is there. */
    private static final Map<String, List<String>> EXPECTED =
            Map.of("TYPE", List.of("ATSP", "TSP"), KIND, List.of("EXPLICIT", PLANE), FORMAT, List.of("FULL_MATRIX"));

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
        return shipped(SHIPPED);
    }

    /** A problem that comes with the samples, by its file's name. */
    public static Distances shipped(String name) {
        try (InputStream stream = TsplibReader.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the sample's own " + name + " is missing");
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return read(name, text.lines().toList());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * The problem in a file.
     *
     * @param option which named it
     * @throws UsageException if there is none, or if it does not say what it should: with line and column
     */
    public static Distances load(String option, String file) {
        try {
            return read(file, Files.readAllLines(Path.of(file), StandardCharsets.ISO_8859_1));
        } catch (InvalidPathException | NoSuchFileException missing) {
            throw new UsageException(option + ": expected a TSPLIB file, found no file '" + file + "'");
        } catch (IOException unreadable) {
            throw new UsageException(option + ": cannot read '" + file + "': " + unreadable);
        }
    }

    static Distances read(String file, List<String> lines) {
        TsplibReader reader = new TsplibReader(file, lines);
        boolean places = reader.readHeader();
        return places ? reader.readPlaces() : reader.readWeights();
    }

    /** Whether places follow. */
    private boolean readHeader() {
        for (; line < lines.size(); line++) {
            String text = lines.get(line).strip();
            int colon = text.indexOf(':');
            String key = (colon < 0 ? text : text.substring(0, colon)).strip();
            if (key.equals(SECTION) || key.equals(PLACES)) {
                line++;
                return key.equals(PLACES);
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
        throw wrong(
                Math.max(0, lines.size() - 1),
                0,
                "expected a line " + SECTION + " or " + PLACES + ", found the end of the file");
    }

    private Distances readWeights() {
        int sectionLine = line - 1;
        if (PLANE.equals(header.get(KIND))) {
            throw wrong(sectionLine, 0, "expected a line " + PLACES + " for " + PLANE + ", found " + SECTION);
        }
        requireHeader(sectionLine, List.of(FORMAT, KIND, "TYPE"));
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
        requireShort(sectionLine, size, longest);
        return new Distances(header.getOrDefault("NAME", file), size, lengths);
    }

    private void requireHeader(int sectionLine, List<String> keys) {
        for (String key : keys) {
            if (!header.containsKey(key)) {
                throw wrong(sectionLine, 0, "expected a line " + key + " before this one, found none");
            }
        }
    }

    private Distances readPlaces() {
        int sectionLine = line - 1;
        requireHeader(sectionLine, List.of(KIND, "TYPE"));
        if (!PLANE.equals(header.get(KIND))) {
            throw wrong(sectionLine, 0, "expected a line " + SECTION + " for EXPLICIT, found " + PLACES);
        }
        int size = dimension(sectionLine);
        double[] east = new double[size];
        double[] north = new double[size];
        for (int city = 0; city < size; line++) {
            String text = line < lines.size() ? lines.get(line).strip() : "EOF";
            if (text.equals("EOF")) {
                throw wrong(
                        Math.min(line, lines.size() - 1),
                        0,
                        "expected " + size + " cities, found the end after " + city);
            }
            if (!text.isEmpty()) {
                List<String> words = new ArrayList<>();
                new StringTokenizer(text).asIterator().forEachRemaining(word -> words.add((String) word));
                if (words.size() != 3 || !words.get(0).equals(Integer.toString(city + 1))) {
                    throw wrong(
                            line,
                            0,
                            "expected the number " + (city + 1) + " and the city's place, two numbers, found '" + text
                                    + "'");
                }
                east[city] = coordinate(words.get(1));
                north[city] = coordinate(words.get(2));
                city++;
            }
        }
        noMore(size);
        return distances(sectionLine, size, east, north);
    }

    private double coordinate(String text) {
        try {
            double value = Double.parseDouble(text);
            if (Math.abs(value) <= FARTHEST) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw wrong(
                line,
                0,
                "expected a coordinate, a number from -" + (long) FARTHEST + " to " + (long) FARTHEST + ", found '"
                        + text + "'");
    }

    private Distances distances(int sectionLine, int size, double[] east, double[] north) {
        int[] lengths = new int[size * size];
        long longest = 0;
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                double x = east[to] - east[from];
                double y = north[to] - north[from];
                int length = (int) (Math.sqrt(x * x + y * y) + 0.5); // TSPLIB's nint
                lengths[from * size + to] = length;
                longest = Math.max(longest, length);
            }
        }
        requireShort(sectionLine, size, longest);
        return new Distances(header.getOrDefault("NAME", file), size, lengths);
    }

    private void requireShort(int sectionLine, int size, long longest) {
        if (longest * size > Distances.LONGEST_TOUR) {
            throw wrong(
                    sectionLine,
                    0,
                    "expected distances of which a tour is at most " + Distances.LONGEST_TOUR + " long, found one of "
                            + longest + " for " + size + " cities: scale them down");
        }
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
