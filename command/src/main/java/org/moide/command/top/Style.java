package org.moide.command.top;

/**
 * The style of a piece of text. Colour-blind users can tell the colours apart, and no information depends on colour
 * alone.
 */
enum Style {
    PLAIN("", ""),
    TITLE("1", "1"),
    HEAD("7", "7"),
    DIM("38;5;245", ""),
    GOOD("38;5;36", ""),
    WARNING("38;5;214", "1"),
    BAD("38;5;202;1", "1"),
    COMPUTE("38;5;33", ""),
    COMMUNICATE("38;5;214", ""),
    WAIT("38;5;245", ""),
    FETCH("38;5;175", ""),
    OTHER("38;5;36", "");

    private final String coloured;
    private final String uncoloured;

    Style(String coloured, String uncoloured) {
        this.coloured = coloured;
        this.uncoloured = uncoloured;
    }

    /** Returns the parameters of the terminal's escape sequence for this style; empty for a style without one. */
    public String code(boolean colours) {
        return colours ? coloured : uncoloured;
    }
}
