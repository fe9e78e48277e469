package org.moide.samples.programs.tsp;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.engine.UsageException;
import org.moide.samples.text.Numbers;
import org.moide.samples.text.TextLines;

/**
 * Reads travelling salesman's problems in the format of TSPLIB 95: distances, or places from which they are computed,
 * and edges that every tour must use. Data for displaying the problem is ignored; data that makes it another kind of
 * problem is refused. One object for each file; used by one thread.
 */
public final class TsplibReader {
    private static final String SHIPPED = "hills34.atsp";
    private static final String WEIGHTS = "EDGE_WEIGHT_SECTION";
    private static final String PLACES = "NODE_COORD_SECTION";
    private static final String FIXED = "FIXED_EDGES_SECTION";
    private static final String KIND = "EDGE_WEIGHT_TYPE";
    private static final String FORMAT = "EDGE_WEIGHT_FORMAT";
    private static final String SIZE = "DIMENSION";
    private static final String TYPE = "TYPE";
    private static final String EXPLICIT = "EXPLICIT";
    private static final String FUNCTION = "FUNCTION";
    /** The largest coordinate that is allowed, so that the squares of differences are exact. */
    private static final double FARTHEST = 1e8;
    /** The longest line that is read, in bytes. A line with a thousand distances is shorter. */
    private static final int LONGEST_LINE = 1 << 20;

    /** The possible values of keywords. */
    private static final Map<String, List<String>> VALUES = Map.of(
            TYPE,
            List.of("TSP", "ATSP"),
            KIND,
            names(EXPLICIT, Metric.values()),
            FORMAT,
            names(FUNCTION, MatrixForm.values()),
            // These two have no effect on the problem.
            "NODE_COORD_TYPE",
            List.of("TWOD_COORDS", "THREED_COORDS", "NO_COORDS"),
            "DISPLAY_DATA_TYPE",
            List.of("COORD_DISPLAY", "TWOD_DISPLAY", "NO_DISPLAY"));

    /**
     * Keywords that occur only in other kinds of problems: those with loads of vehicles, with a required order of
     * cities, or with incomplete graphs.
     */
    private static final Set<String> OF_OTHER_KINDS = Set.of(
            "CAPACITY",
            "DEMAND_SECTION",
            "DEPOT_SECTION",
            "EDGE_DATA_FORMAT",
            "EDGE_DATA_SECTION",
            "VEHICLES",
            "SALESMEN",
            "DISTANCE",
            "SERVICE_TIME",
            "TIME_WINDOW_SECTION",
            "PICKUP_AND_DELIVERY_SECTION");

    private final String file;
    private final TextLines lines;
    private final Map<String, String> header = new TreeMap<>();
    /**
     * Whether the current line must be read again, because it was read as part of a section but does not belong to it.
     */
    private boolean again;

    private double @Nullable [][] places;
    private int @Nullable [] weights;
    private @Nullable FixedWays fixed;
    private final BitSet sections = new BitSet();

    private TsplibReader(String file, TextLines lines) {
        this.file = file;
        this.lines = lines;
    }

    private static List<String> names(String one, Enum<?>[] others) {
        List<String> names = new ArrayList<>(List.of(one));
        Arrays.stream(others).map(Enum::name).forEach(names::add);
        return names;
    }

    /** Returns the problem that is used if the user names none; it comes with the sample. */
    static Distances shipped() {
        return shipped(SHIPPED);
    }

    /** Returns a problem that comes with the samples, by its file's name. */
    public static Distances shipped(String name) {
        try (InputStream stream = TsplibReader.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the sample's own " + name + " is missing");
            }
            return read(name, stream.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Reads the problem in a file.
     *
     * @param option the option that names the file
     * @throws UsageException if there is no such file, or its content is wrong; the message has the line and the column
     */
    public static Distances load(String option, String file) {
        try (TextLines lines = TextLines.open(option, Path.of(file), LONGEST_LINE)) {
            return new TsplibReader(file, lines).read();
        } catch (InvalidPathException noPath) {
            throw new UsageException(option + ": expected a TSPLIB file, found no file '" + file + "'");
        }
    }

    static Distances read(String file, byte[] bytes) {
        return new TsplibReader(file, TextLines.of(file, bytes, LONGEST_LINE)).read();
    }

    // --- lines with keywords ----------------------------------------------------------------------------------------

    private Distances read() {
        while (nextLine()) {
            String text = lines.line().strip();
            lines.rest();
            if (!text.isEmpty()) {
                int end = 0;
                while (end < text.length() && " \t:=".indexOf(text.charAt(end)) < 0) {
                    end++;
                }
                String keyword = text.substring(0, end).toUpperCase(Locale.ROOT);
                String value = text.substring(end).strip();
                value = value.startsWith(":") || value.startsWith("=")
                        ? value.substring(1).strip()
                        : value;
                if (keyword.equals("EOF")) {
                    break; // files of TSPLIB may have any text after it
                }
                line(keyword, value);
            }
        }
        return problem();
    }

    private boolean nextLine() {
        boolean here = again;
        again = false;
        return here || lines.next();
    }

    private void line(String keyword, String value) {
        if (keyword.endsWith("_SECTION")) {
            section(keyword, value);
        } else if (keyword.equals("NAME") || keyword.equals("COMMENT")) {
            header.putIfAbsent(keyword, value);
        } else if (keyword.equals(SIZE) || VALUES.containsKey(keyword)) {
            String word = value.split("\\s", 2)[0];
            String note = value.substring(word.length()).strip();
            if (!note.isEmpty() && Character.isLetterOrDigit(note.charAt(0))) {
                throw lines.wrong("expected one word for " + keyword + ", and any comment in brackets, found '"
                        + TextLines.shown(value) + "'");
            }
            put(keyword, word.toUpperCase(Locale.ROOT));
        } else {
            throw unknown(keyword);
        }
    }

    private void put(String keyword, String value) {
        List<String> known = VALUES.get(keyword);
        if (known != null && !known.contains(value)) {
            throw lines.wrong("expected " + keyword + ": " + String.join(" or ", known) + ", found '"
                    + TextLines.shown(value) + "'");
        }
        if (known == null) {
            long size = Numbers.whole(value);
            if (size < Distances.FEWEST || size > Distances.MOST) {
                throw lines.wrong("expected DIMENSION: " + Distances.FEWEST + " to " + Distances.MOST + ", found '"
                        + TextLines.shown(value) + "'");
            }
        }
        if (header.putIfAbsent(keyword, value) != null) {
            throw lines.wrong("expected " + keyword + " once, found it again");
        }
    }

    private UsageException unknown(String keyword) {
        if (OF_OTHER_KINDS.contains(keyword)) {
            return lines.wrong("expected a problem of one salesman who may go anywhere, found " + keyword
                    + ", which makes it another problem");
        }
        if (Numbers.whole(keyword) != Numbers.NONE) {
            return lines.wrong("expected a keyword, as the section above has all its numbers, found '"
                    + TextLines.shown(lines.line().strip()) + "'");
        }
        return lines.wrong("expected NAME, COMMENT, TYPE, DIMENSION, another keyword of TSPLIB or EOF, found '"
                + TextLines.shown(keyword) + "'");
    }

    private void section(String keyword, String value) {
        int index = List.of(WEIGHTS, PLACES, FIXED, "DISPLAY_DATA_SECTION", "TOUR_SECTION")
                .indexOf(keyword);
        if (index < 0) {
            throw unknown(keyword);
        }
        if (!value.isEmpty()) {
            throw lines.wrong("expected nothing behind " + keyword + ", found '" + TextLines.shown(value) + "'");
        }
        if (sections.get(index)) {
            throw lines.wrong("expected " + keyword + " once, found it again");
        }
        sections.set(index);
        int size = Integer.parseInt(required(SIZE));
        switch (index) {
            case 0 -> readWeights(size);
            case 1 -> {
                Metric metric = Metric.named(required(KIND));
                places = readPlaces(size, metric == null ? 0 : metric.numbers());
            }
            case 2 -> readFixed(size);
            case 3 -> readPlaces(size, 2); // only to show the cities
            default -> readTours(size); // known tours, which are not used
        }
    }

    private String required(String key) {
        String value = header.get(key);
        if (value == null) {
            throw lines.wrong("expected a line " + key + " before this one, found none");
        }
        return value;
    }

    // --- sections ---------------------------------------------------------------------------------------------------

    /** Takes the next word, on this line or a later one. Returns false at the end of the file. */
    private boolean takeAnywhere() {
        while (!lines.take()) {
            if (!lines.next()) {
                return false;
            }
        }
        return true;
    }

    private void readWeights(int size) {
        String kind = required(KIND);
        if (!kind.equals(EXPLICIT)) {
            throw lines.wrong("expected a line " + PLACES + " for " + kind + ", found " + WEIGHTS);
        }
        MatrixForm form = MatrixForm.named(required(FORMAT));
        if (form == null) {
            throw lines.wrong("expected an " + FORMAT + " that is a matrix, found " + FUNCTION);
        }
        int[] read = new int[size * size];
        int all = form.count(size);
        int count = 0;
        for (int row = 0; row < size; row++) {
            for (int column = form.first(row); column < form.end(row, size); column++) {
                if (!takeAnywhere() || isWord()) {
                    throw lines.expected(all + " distances for " + size + " cities, of which " + count + " are there");
                }
                int weight = weight(row == column, ++count, all);
                read[row * size + column] = weight;
                if (form.isTriangle()) {
                    read[column * size + row] = weight;
                }
            }
        }
        lines.requireEnd("the " + all + " distances of " + size + " cities");
        weights = read;
    }

    /** Returns whether the last word begins like a keyword. */
    private boolean isWord() {
        return Character.isLetter(lines.word().charAt(0));
    }

    private int weight(boolean toItself, int read, int all) {
        double weight = lines.wordAsNumber(
                "the distance " + read + " of " + all,
                toItself ? Double.NEGATIVE_INFINITY : 0,
                toItself ? Double.POSITIVE_INFINITY : Integer.MAX_VALUE,
                false);
        if (toItself) {
            return 0; // a city's distance to itself is meaningless, and often a large number
        }
        if (weight != Math.rint(weight)) {
            throw lines.expected("the distance " + read + " of " + all + ", a whole number, as the format has them");
        }
        return (int) weight;
    }

    /**
     * Reads a section with the places of all cities.
     *
     * @param numbers the number of coordinates of each place; 0 if the section is only for display, and there may be 2
     *     or 3
     */
    private double[][] readPlaces(int size, int numbers) {
        double[][] read = new double[size][];
        for (int count = 0; count < size; ) {
            String what = "place " + (count + 1) + " of " + size;
            if (!lines.next()) {
                throw lines.expected(what);
            }
            if (!lines.take()) {
                continue;
            }
            if (isWord()) {
                throw lines.expectedLine(what);
            }
            int city = (int) lines.wordAsWhole("the city of " + what, 1, size) - 1;
            if (read[city] != null) {
                throw lines.expected("a city that has no place yet");
            }
            double[] place = new double[Math.max(2, numbers)];
            for (int i = 0; i < place.length; i++) {
                place[i] = lines.number("the place of city " + (city + 1), -FARTHEST, FARTHEST);
            }
            if (numbers == 0 && lines.hasMore()) {
                lines.number("the place of city " + (city + 1), -FARTHEST, FARTHEST);
            }
            lines.requireEnd("the place of city " + (city + 1));
            read[city] = place;
            count++;
        }
        return read;
    }

    private void readFixed(int size) {
        FixedWays ways = new FixedWays(size, isDirected());
        fixed = ways;
        while (takeCity(size, "a city of an edge that every tour uses, or -1 after the last")) {
            int one = city(size);
            if (!takeCity(size, "the other city of the edge")) {
                throw lines.expected("the other city of the edge from " + (one + 1));
            }
            int other = city(size);
            if (one == other) {
                throw lines.expected("an edge between two cities");
            }
            String wrong = ways.add(one, other);
            if (wrong != null) {
                throw lines.wrong("expected edges that some tour uses all, found " + wrong);
            }
        }
        if (!again) {
            lines.requireEnd("-1");
        }
    }

    private int city(int size) {
        return (int) lines.wordAsWhole("a city", 1, size) - 1;
    }

    /** Takes a city's number. Returns false at −1, which ends the section, or if another line begins. */
    private boolean takeCity(int size, String what) {
        if (!takeAnywhere()) {
            return false;
        }
        if (isWord()) {
            again = true;
            return false;
        }
        long city = lines.wordAsWhole(what, -1, size);
        if (city == 0) {
            throw lines.expected(what + ", from 1 to " + size);
        }
        return city > 0;
    }

    private void readTours(int size) {
        while (takeAnywhere()) {
            if (isWord()) {
                again = true;
                return;
            }
            lines.wordAsWhole("a city of a tour, or -1 after the last", -1, size);
        }
    }

    // --- the problem ------------------------------------------------------------------------------------------------

    private boolean isDirected() {
        return required(TYPE).equals("ATSP");
    }

    private Distances problem() {
        String type = required(TYPE);
        String kind = required(KIND);
        int size = Integer.parseInt(required(SIZE));
        Metric metric = Metric.named(kind);
        int[] lengths = metric == null ? weights : lengths(size, metric);
        if (lengths == null) {
            throw lines.wrong("expected a line " + (metric == null ? WEIGHTS : PLACES) + " for " + kind
                    + ", found none in the whole file");
        }
        String format = header.getOrDefault(FORMAT, FUNCTION);
        if (metric != null && !format.equals(FUNCTION)) {
            throw lines.wrong("expected " + FORMAT + ": " + FUNCTION + " or none beside " + kind + ", found " + format);
        }
        if (type.equals("TSP")) {
            requireSymmetric(size, lengths);
        }
        long longest = Arrays.stream(lengths).max().orElse(0);
        if (longest * size > Distances.LONGEST_TOUR) {
            throw lines.wrong("expected distances of which a tour is at most " + Distances.LONGEST_TOUR
                    + " long, found one of " + longest + " for " + size + " cities: scale them down");
        }
        String name = header.getOrDefault("NAME", "");
        return new Distances(
                name.isEmpty() ? file : name, size, lengths, fixed == null ? new FixedWays(size, true) : fixed);
    }

    private int @Nullable [] lengths(int size, Metric metric) {
        double[][] read = places;
        if (read == null) {
            return null;
        }
        int[] lengths = new int[size * size];
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                lengths[from * size + to] =
                        from == to ? 0 : (int) metric.distance(requireNonNull(read[from]), requireNonNull(read[to]));
            }
        }
        return lengths;
    }

    private void requireSymmetric(int size, int[] lengths) {
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < from; to++) {
                int there = lengths[to * size + from];
                int back = lengths[from * size + to];
                if (there != back) {
                    throw lines.wrong("expected distances that are the same there and back for TYPE: TSP, found "
                            + there + " from city " + (to + 1) + " to " + (from + 1) + " and " + back
                            + " back; say TYPE: ATSP if that is meant");
                }
            }
        }
    }
}
