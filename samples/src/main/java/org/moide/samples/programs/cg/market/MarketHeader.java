package org.moide.samples.programs.cg.market;

import java.io.IOException;
import java.util.Set;

/**
 * What the first line and the size line of a file say. Nothing of it is true before the file has been read: it only says
 * what is to be expected, and nothing is allocated by it alone.
 *
 * @param coordinate whether places and values of some entries follow; else all values follow, column by column
 * @param pattern whether only places follow
 * @param symmetric whether only one of two entries (i, j) and (j, i) follows
 * @param entries how many lines follow
 */
public record MarketHeader(
        boolean coordinate, boolean pattern, boolean symmetric, int rows, int columns, long entries) {
    private static final int MOST_ROWS = Integer.MAX_VALUE - 8;

    private static final int WORDS_OF_BANNER = 5;

    static MarketHeader read(MarketLines lines) throws IOException {
        if (!lines.nextLine()
                || lines.words() != WORDS_OF_BANNER
                || !lines.word(0).equals("%%matrixmarket")
                || !lines.word(1).equals("matrix")) {
            throw lines.expected("'%%MatrixMarket matrix <format> <field> <symmetry>'");
        }
        String format = oneOf(lines, 2, "coordinate", "array");
        String field = oneOf(lines, 3, "real", "double", "integer", "pattern");
        String symmetry = oneOf(lines, 4, "general", "symmetric");
        boolean coordinate = format.equals("coordinate");
        boolean pattern = field.equals("pattern");
        if (pattern && !coordinate) {
            throw lines.expected("values in an array: real or integer");
        }
        if (!lines.next()) {
            throw lines.expectedAtEnd("the size line");
        }
        int words = coordinate ? 3 : 2;
        if (lines.words() != words) {
            throw lines.expected("the size line, " + (coordinate ? "rows, columns and entries" : "rows and columns"));
        }
        int rows = (int) lines.whole(0, "a number of rows", 1, MOST_ROWS);
        int columns = (int) lines.whole(1, "a number of columns", 1, MOST_ROWS);
        boolean symmetric = symmetry.equals("symmetric");
        if (symmetric && rows != columns) {
            throw lines.expected("as many rows as columns, since the matrix is symmetric");
        }
        long all = (long) rows * columns;
        long inArray = symmetric ? (all + rows) / 2 : all;
        long entries = coordinate ? lines.whole(2, "a number of entries", 0, all) : inArray;
        return new MarketHeader(coordinate, pattern, symmetric, rows, columns, entries);
    }

    private static String oneOf(MarketLines lines, int word, String... known) {
        String found = lines.word(word);
        if (!Set.of(known).contains(found)) {
            throw lines.expected(String.join(" or ", known) + " as word " + (word + 1) + " of the first line");
        }
        return found;
    }

    /** The least bytes that an entry's line can have, with its end. */
    int leastBytes() {
        if (!coordinate) {
            return 2;
        }
        return pattern ? 4 : 6;
    }
}
