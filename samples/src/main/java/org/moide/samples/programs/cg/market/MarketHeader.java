package org.moide.samples.programs.cg.market;

import java.util.List;
import org.moide.samples.text.TextLines;

/**
 * The claims of a file's first line and size line. Nothing of it is true before the file has been read: it only says
 * what is to be expected, and nothing is allocated by it alone.
 *
 * @param coordinate whether places and values of some entries follow; else all values follow, column by column
 * @param field what values are
 * @param mirror 0 if all entries follow; else only those on one side of the diagonal do, and an entry times this is the
 *     one on the other side: 1 or -1
 * @param entries how many lines follow
 */
public record MarketHeader(boolean coordinate, Field field, int mirror, int rows, int columns, long entries) {
    /** The form of each entry. */
    public enum Field {
        REAL,
        INTEGER,
        UNSIGNED,
        /** The entries are not written: 1 is meant. */
        PATTERN
    }

    private static final int MOST_ROWS = Integer.MAX_VALUE - 8;

    static MarketHeader read(TextLines lines) {
        if (!lines.next() || !takes(lines, "%%matrixmarket") || !takes(lines, "matrix")) {
            throw lines.expectedLine("'%%MatrixMarket matrix <format> <field> <symmetry>'");
        }
        boolean coordinate = oneOf(lines, "the format", "coordinate", "array").equals("coordinate");
        Field field = switch (oneOf(lines, "the field", "real", "double", "integer", "unsigned-integer", "pattern")) {
            case "integer" -> Field.INTEGER;
            case "unsigned-integer" -> Field.UNSIGNED;
            case "pattern" -> Field.PATTERN;
            default -> Field.REAL;
        };
        // Of numbers that are not complex, hermitian says the same as symmetric.
        String symmetry = oneOf(lines, "the symmetry", "general", "symmetric", "hermitian", "skew-symmetric");
        int mirror = symmetry.equals("general") ? 0 : symmetry.startsWith("skew") ? -1 : 1;
        lines.requireEnd("the symmetry");
        if (field == Field.PATTERN && !coordinate) {
            throw lines.wrong("expected values in an array, real or integer, found pattern");
        }
        if (mirror < 0 && (field == Field.PATTERN || field == Field.UNSIGNED)) {
            throw lines.wrong("expected real or integer values in a skew-symmetric matrix, of which half are below 0");
        }
        return size(lines, coordinate, field, mirror);
    }

    private static MarketHeader size(TextLines lines, boolean coordinate, Field field, int mirror) {
        if (!nextData(lines)) {
            throw lines.expected("the size line, " + (coordinate ? "rows, columns and entries" : "rows and columns"));
        }
        int rows = (int) lines.whole("a number of rows", 1, MOST_ROWS);
        int columns = (int) lines.whole("a number of columns", 1, MOST_ROWS);
        if (mirror != 0 && rows != columns) {
            throw lines.expected("as many columns as rows, since the matrix is symmetric");
        }
        long all = (long) rows * columns;
        long inArray = mirror == 0 ? all : (all + (long) mirror * rows) / 2;
        long entries = coordinate ? lines.whole("a number of entries", 0, MarketFile.MOST_ENTRIES) : inArray;
        lines.requireEnd("the size");
        if (entries > MarketFile.MOST_ENTRIES) {
            throw lines.expectedLine("at most " + MarketFile.MOST_ENTRIES + " entries");
        }
        return new MarketHeader(coordinate, field, mirror, rows, columns, entries);
    }

    /** Goes on to the next line that is neither empty nor a comment; false at the file's end. */
    static boolean nextData(TextLines lines) {
        while (lines.next()) {
            if (lines.take() && !lines.wordBegins('%')) {
                lines.putBack();
                return true;
            }
        }
        return false;
    }

    private static boolean takes(TextLines lines, String word) {
        return lines.take() && lines.lowerWord().equals(word);
    }

    private static String oneOf(TextLines lines, String what, String... known) {
        if (!lines.take() || !List.of(known).contains(lines.lowerWord())) {
            throw lines.expected(what + ", one of " + String.join(", ", known));
        }
        return lines.lowerWord();
    }

    /** Whether entries on one side of the diagonal stand for those on the other, too. */
    public boolean mirrored() {
        return mirror != 0;
    }

    boolean pattern() {
        return field == Field.PATTERN;
    }

    /** The least bytes that an entry's line can have, with its end. */
    int leastBytes() {
        if (!coordinate) {
            return 2;
        }
        return pattern() ? 4 : 6;
    }
}
