package org.moide.bench.offence;

import org.jline.terminal.Terminal;

/** Takes a terminal where none should be known. */
public final class KnowsJline {
    private final Terminal terminal;

    KnowsJline(Terminal terminal) {
        this.terminal = terminal;
    }

    int columns() {
        return terminal.getWidth();
    }
}
