package org.moide.command.top;

import java.util.List;
import java.util.Locale;

/**
 * A row of a table.
 *
 * @param cells the cells, one for each column
 * @param sorts the number or text by which the row is sorted, for each of the view's sort orders
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

    /**
     * Compares two rows by one of the view's sort orders.
     *
     * @param order the index of the sort order
     */
    int compareTo(Row other, int order) {
        Comparable<?> left = sorts.get(order);
        Comparable<?> right = other.sorts.get(order);
        if (left instanceof Double one && right instanceof Double two) {
            return one.compareTo(two);
        }
        return String.valueOf(left).compareTo(String.valueOf(right));
    }
}
