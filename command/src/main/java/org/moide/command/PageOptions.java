package org.moide.command;

import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.PlanException;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options for web pages about a run, during the run or at its end. */
final class PageOptions {
    private static final String FREE_PORT = "yes";

    @Use(
            group = HelpGroup.FILES,
            writes = {".html", ".htm"})
    @With("<run>")
    @Option(
            names = "--html",
            order = 48,
            paramLabel = "<file.html>",
            description =
                    "Write what happened as one page, which needs no network: what limited the run, times of every thread,"
                            + " who waited for whom.")
    @Nullable
    Path html;

    @Use(group = HelpGroup.WATCHING)
    @With("<run>")
    @Option(
            names = "--page",
            order = 49,
            arity = "0..1",
            fallbackValue = FREE_PORT,
            preprocessor = OnlyBehindEquals.class,
            paramLabel = "<port>",
            description =
                    "Show the run in a browser while it goes on: serves a page on this machine's loopback, at a free port or"
                            + " with --page=8123 at this one; on a desktop it opens by itself (docs/watching.md).")
    @Nullable
    String page;

    /**
     * Returns the settings of these options.
     *
     * @param metrics the address of the metrics as the user gave it; null for none
     */
    OutputSettings.Pages settings(@Nullable String metrics) {
        return new OutputSettings.Pages(html, port(page), metrics);
    }

    /** Returns whether a web page shows the run while it goes on. */
    boolean live() {
        return port(page) != OutputSettings.Pages.NO_PORT;
    }

    /** Returns the port for a value of {@code --page}, as in {@link OutputSettings.Pages#port}. */
    static int port(@Nullable String word) {
        if (word == null || word.equals("no") || word.equals("false")) {
            return OutputSettings.Pages.NO_PORT;
        }
        if (word.isEmpty() || word.equals(FREE_PORT) || word.equals("true")) {
            return OutputSettings.Pages.ANY_PORT;
        }
        if (!word.matches("[1-9][0-9]{0,4}")) {
            throw new PlanException("--page: expected nothing or a port, as in --page=8123, found '" + word + "'");
        }
        return Integer.parseInt(word);
    }

    /**
     * A preprocessor that keeps picocli from taking the argument after {@code --page}, which is the application's name,
     * for a port.
     */
    static final class OnlyBehindEquals implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // picocli uses Stack
        public boolean preprocess(Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> about) {
            if (" ".equals(about.get("separator"))) {
                words.push(FREE_PORT);
            }
            return false;
        }
    }
}
