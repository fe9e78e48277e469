package org.moide.command.top;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.system.VisibleText;

/** A line on the screen: pieces of text with styles. Built by one thread. */
public final class Line {
    private static final String ESCAPE = "\u001b[";

    private final List<Piece> pieces = new ArrayList<>();

    private record Piece(String text, Style style) {}

    static Line of(String text, Style style) {
        return new Line().add(text, style);
    }

    Line add(String text, Style style) {
        if (!text.isEmpty()) {
            pieces.add(new Piece(VisibleText.line(text), style));
        }
        return this;
    }

    Line add(Line other) {
        pieces.addAll(other.pieces);
        return this;
    }

    /** Adds spaces until the line has this width. */
    Line padded(int width) {
        return add(" ".repeat(Math.max(0, width - length())), Style.PLAIN);
    }

    public int length() {
        return pieces.stream().mapToInt(piece -> piece.text.length()).sum();
    }

    /** Returns the line's text without styles and without spaces at the end. */
    public String text() {
        StringBuilder text = new StringBuilder();
        pieces.forEach(piece -> text.append(piece.text));
        return text.toString().stripTrailing();
    }

    /**
     * Returns the line with the terminal's escape sequences, cut to this width.
     *
     * @param colours whether to use colours
     */
    public String shown(int columns, boolean colours) {
        StringBuilder text = new StringBuilder();
        int left = columns;
        for (Piece piece : pieces) {
            String part = piece.text.length() > left ? piece.text.substring(0, left) : piece.text;
            String code = piece.style.code(colours);
            text.append(code.isEmpty() ? part : ESCAPE + code + "m" + part + ESCAPE + "0m");
            left -= part.length();
            if (left == 0) {
                break;
            }
        }
        return text.toString();
    }
}
