package org.moide.coordinator.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.moide.commlib.system.VisibleText;

/** A text table with aligned columns. Not thread-safe. */
public final class TextTable {
    private final List<String[]> rows = new ArrayList<>();
    private final boolean[] toTheRight;

    /**
     * Creates the table with its heading.
     *
     * @param alignment a letter for each column: {@code l} aligns it to the left, {@code r} to the right
     */
    public TextTable(String alignment, String... heads) {
        toTheRight = new boolean[alignment.length()];
        for (int column = 0; column < toTheRight.length; column++) {
            toTheRight[column] = alignment.charAt(column) == 'r';
        }
        row(heads);
    }

    /** Adds a row with one cell for each column. */
    public void row(String... cells) {
        if (cells.length != toTheRight.length) {
            throw new IllegalArgumentException("expected " + toTheRight.length + " cells, found " + cells.length);
        }
        rows.add(Arrays.stream(cells).map(VisibleText::line).toArray(String[]::new));
    }

    public List<String> lines() {
        int[] width = new int[toTheRight.length];
        for (String[] row : rows) {
            for (int column = 0; column < width.length; column++) {
                width[column] = Math.max(width[column], row[column].length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < width.length; column++) {
                String space = " ".repeat(width[column] - row[column].length());
                line.append(column == 0 ? "" : "  ");
                line.append(toTheRight[column] ? space + row[column] : row[column] + space);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
