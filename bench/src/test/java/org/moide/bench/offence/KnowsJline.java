package org.moide.bench.offence;

import org.jline.terminal.Terminal;

/** Breaks an architecture rule by using a terminal, for the test that the rule detects it. */
public final class KnowsJline {
    private final Terminal terminal;

    KnowsJline(Terminal terminal) {
        this.terminal = terminal;
    }

    int columns() {
        return terminal.getWidth();
    }
}
