package org.moide.command;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;
import picocli.CommandLine.Option;

/** The options for repeated output, and for output as text or JSON. */
final class WatchOptions {
    private static final double MOST_SECONDS = 3600;

    /** The shortest period in seconds between outputs. Fetching the figures takes a part of it. */
    private static final double LEAST_SECONDS = 0.1;

    private static final double MILLIS = 1000;

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @Option(names = "--json", order = 1, description = "Print it as one JSON object, for programs.")
    boolean json;

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @Option(
            names = "--watch",
            order = 2,
            arity = "0..1",
            fallbackValue = "2",
            paramLabel = "<seconds>",
            description = "Show it again every so many seconds (2 if no number is given), until Ctrl-C.")
    @Nullable
    Double watch;

    /** A page of output. It is shown once, or again and again with new figures. */
    interface Page {
        /**
         * Creates the lines of the page with the present figures.
         *
         * @param lines receives the lines
         * @return the exit code
         */
        int show(List<String> lines) throws Exception;
    }

    /**
     * Shows a page once or repeatedly. On a terminal it replaces the previous page, elsewhere it follows it.
     *
     * @return the page's exit code
     */
    int show(MoideActions actions, TerminalConsole console, Page page) throws Exception {
        if (watch != null && !(watch >= LEAST_SECONDS && watch <= MOST_SECONDS)) {
            throw new PlanException(
                    "--watch: expected " + LEAST_SECONDS + " to " + (int) MOST_SECONDS + " seconds, found " + watch);
        }
        while (true) {
            List<String> lines = new ArrayList<>();
            int exitCode = page.show(lines);
            if (watch == null) {
                lines.forEach(console::print);
                return exitCode;
            }
            console.page(lines);
            if (console.hasLostOutput()) {
                return exitCode;
            }
            actions.pause(Math.round(watch * MILLIS));
        }
    }
}
