package org.moide.bench.offence;

import org.jline.terminal.Terminal;

/**
 * Breaks the architecture rule that only the module command uses JLine, the library for terminals. A test checks that
 * the rule detects this.
 */
public final class KnowsJline {
    private final Terminal terminal;

    KnowsJline(Terminal terminal) {
        this.terminal = terminal;
    }

    int columns() {
        return terminal.getWidth();
    }
}
