package org.moide.command.top;

import java.util.List;
import java.util.Locale;

/**
 * A row of a table.
 *
 * @param cells one for each column
 * @param sorts a number or a text for each of the view's orders
 */
record Row(List<Line> cells, List<Comparable<?>> sorts) {
    /** Returns whether a cell contains {@code part}, which is in small letters, in small or capital letters. */
    boolean contains(String part) {
        return cells.stream()
                .anyMatch(cell -> cell.text().toLowerCase(Locale.ROOT).contains(part));
    }

    /** Compares two rows by one of the view's orders. */
    int compareTo(Row other, int order) {
        Comparable<?> left = sorts.get(order);
        Comparable<?> right = other.sorts.get(order);
        if (left instanceof Double one && right instanceof Double two) {
            return one.compareTo(two);
        }
        return String.valueOf(left).compareTo(String.valueOf(right));
    }
}
