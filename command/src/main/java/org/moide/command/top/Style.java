package org.moide.command.top;

/**
 * Look of a piece of a line. Colour-blind people can tell the colours apart too, and nothing is said by colour alone.
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

    /** Returns the numbers of the terminal's command for this look; empty for none. */
    public String code(boolean colours) {
        return colours ? coloured : uncoloured;
    }
}
