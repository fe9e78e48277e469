package org.moide.coordinator.run.assembly;

import org.moide.coordinator.report.Console;

/**
 * What the processes of other engines print, forwarded line by line: standard output as it is, standard error with the
 * engine's name before it. Any thread.
 */
final class EngineLines implements LocalChild.ChildLines {
    private final Console console;

    EngineLines(Console console) {
        this.console = console;
    }

    @Override
    public void line(int engine, String line, boolean fromErrorStream) {
        if (fromErrorStream) {
            console.error("[engine-" + engine + "] " + line);
        } else {
            console.print(line);
        }
    }

    /** A word of ours, about an engine. */
    void note(String text) {
        console.error("moide run: " + text);
    }
}
