package org.moide.command.top;

import java.util.List;
import java.util.Locale;

/**
 * A row of a table.
 *
 * @param cells one for each column
 * @param sorts a number or text for each sort order of the view
 */
record Row(List<Line> cells, List<Comparable<?>> sorts) {
    /**
     * Returns whether a cell contains the text, ignoring case.
     *
     * @param part in lower case
     */
    boolean contains(String part) {
        return cells.stream()
                .anyMatch(cell -> cell.text().toLowerCase(Locale.ROOT).contains(part));
    }

    /** Compares two rows by one of the view's sort orders. */
    int compareTo(Row other, int order) {
        Comparable<?> left = sorts.get(order);
        Comparable<?> right = other.sorts.get(order);
        if (left instanceof Double one && right instanceof Double two) {
            return one.compareTo(two);
        }
        return String.valueOf(left).compareTo(String.valueOf(right));
    }
}
