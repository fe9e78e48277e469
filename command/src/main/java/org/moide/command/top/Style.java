package org.moide.command.top;

/** How a piece of a line looks. Colours are apart for colour-blind people too, and none of them says what nothing else says. */
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

    /** The numbers of the terminal's command for it; empty for none. */
    public String code(boolean colours) {
        return colours ? coloured : uncoloured;
    }
}
