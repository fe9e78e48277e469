package org.moide.samples.programs.cg.market;

import java.util.List;
import org.moide.samples.text.TextLines;

/**
 * The content of a file's first line and size line. It is not trusted until the file has been read: no memory is
 * allocated because of the header alone.
 *
 * @param coordinate whether the file lists entries with their places; if not, it has all values, column by column
 * @param field the form of the values
 * @param mirror 0 if the file has the entries on both sides of the diagonal. Otherwise it has those of one side only,
 *     and this number is 1 if the mirrored entry is equal, or −1 if it is the negative
 * @param entries the number of lines that follow
 */
public record MarketHeader(boolean coordinate, Field field, int mirror, int rows, int columns, long entries) {
    /** The form of the value of each entry. */
    public enum Field {
        REAL,
        INTEGER,
        UNSIGNED,
        /** The file has no values, only places; the value of each entry is 1. */
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

    /** Goes to the next line that is neither empty nor a comment. Returns false at the end of the file. */
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

    /** Returns whether the file has only the entries on one side of the diagonal. */
    public boolean mirrored() {
        return mirror != 0;
    }

    boolean pattern() {
        return field == Field.PATTERN;
    }

    /** Returns the least number of bytes that the line of an entry can have, its line end included. */
    int leastBytes() {
        if (!coordinate) {
            return 2;
        }
        return pattern() ? 4 : 6;
    }
}
