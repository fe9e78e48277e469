package org.moide.command;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.command.report.StatusTable;
import org.moide.coordinator.plan.ClassPathEntries;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.recording.RecordedRun;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.run.replay.RunReplay;
import org.moide.coordinator.text.Plural;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code moide replay}: replays a run's recorded decisions. */
@Command(
        name = "replay",
        sortOptions = false,
        header = "Steps through a run that was recorded: who said what to whom, and what the coordinator made of it.",
        description = {
            "",
            "The coordinator of a run records what it hears and when, without what the application computes or says. This feeds"
                    + " it to the same code again, prints what happens, and stops where the code wants something else done"
                    + " than it did then, throws, or at the event that you name; then it shows how the run stood.",
            "",
            "Nothing is computed, nobody is called. The last run is replayed if none is named."
        },
        footer = {
            "",
            "Examples:",
            "  moide replay                            the last run",
            "  moide replay 4k2 | less                 one of 'moide runs'",
            "  moide replay 4k2 --quiet                only whether all is as it was, and how it ended",
            "  moide replay 4k2 --from 90 --until 120  some of its events, and how it stood then",
            "  moide replay moide-4k2.zip              what somebody sent you ('moide bundle')",
            "",
            "Exit codes: 0 all as it was then, 1 something was not, 2 wrong usage or no recording."
        })
final class ReplayCommand implements Callable<Integer> {
    /** The greatest length of a line in characters, as on a wide terminal. */
    private static final int WIDTH = 160;

    private final MoideActions actions;
    private final TerminalConsole console;

    @Parameters(
            arity = "0..*",
            paramLabel = "<run>",
            description = "The run's ID, or the beginning of it; or the file of a bundle.")
    List<String> runs = List.of();

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @With(not = "--quiet")
    @Option(
            names = "--from",
            order = 1,
            paramLabel = "<event>",
            description = "Print what happens from this event on (default: 1, the first).")
    long from = 1;

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @Option(names = "--until", order = 2, paramLabel = "<event>", description = "Stop after this event.")
    long until = Long.MAX_VALUE;

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @With(not = "--quiet")
    @Option(names = "--all", order = 3, description = "Print events without consequences too, such as beats.")
    boolean all;

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @With(not = "--quiet")
    @Option(names = "--wide", order = 4, description = "Print lines as long as they are.")
    boolean wide;

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @Option(names = "--quiet", order = 5, description = "Print nothing of what happens, only what came of it.")
    boolean quiet;

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @Option(
            names = "--coordinator",
            order = 6,
            paramLabel = "<n>",
            description = "Which of its coordinators, if the run was resumed: 1 is the first (default: the last).")
    int coordinator;

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = "--classpath",
            order = 7,
            paramLabel = "<path>",
            description = "Where a strategy of the application's own is found; needed for nothing else.")
    @Nullable
    String classPath;

    @Mixin
    CommonOptions common = new CommonOptions();

    ReplayCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (from < 1 || until < 1) {
            throw new PlanException("expected events from 1 on, found --from " + from + " and --until " + until);
        }
        Path place = place(NamedRun.of(runs));
        try (RecordedRun run = RecordedRun.in(place)) {
            int life = coordinator == 0 ? run.lives() : coordinator;
            try (RunReplay replay = replay(place, run, life)) {
                console.error("moide replay: " + place.getFileName() + ", coordinator " + life + " of " + run.lives()
                        + ", " + (replay.isBag() ? "a bag of tasks" : "SPMD") + " on "
                        + Plural.of(replay.engines(), "engine"));
                RunReplay.Outcome outcome = replay.play(view(), console::print);
                StatusTable.lines(
                                String.valueOf(place.getFileName()),
                                "as of event " + outcome.events(),
                                outcome.status(),
                                0)
                        .forEach(console::print);
                return verdict(outcome, run.goesOn(life));
            }
        }
    }

    private RunReplay replay(Path place, RecordedRun run, int life) throws IOException {
        try {
            return new RunReplay(run.beginning(life), classes());
        } catch (IOException none) {
            throw new IOException(place + ", coordinator " + life + ": " + none.getMessage(), none);
        }
    }

    private RunReplay.View view() {
        return new RunReplay.View(quiet ? Long.MAX_VALUE : from, until, all, wide ? Integer.MAX_VALUE : WIDTH);
    }

    private int verdict(RunReplay.Outcome outcome, boolean goesOn) {
        String counts = Plural.of(outcome.events(), "event") + ", " + Plural.of(outcome.acts(), "act");
        if (outcome.broken() != null) {
            console.error("moide replay: " + counts + "; at event " + outcome.events() + " " + outcome.broken());
            return ExitCode.FAILED;
        }
        String end = outcome.whole() || outcome.events() >= until
                ? ""
                : goesOn
                        ? "; the recording was longer than what is kept of it, and this is its beginning"
                        : "; here the recording ends: its process was killed, or still runs";
        console.error("moide replay: " + counts + ", all as they were then" + end);
        return ExitCode.DONE;
    }

    private @Nullable ClassLoader classes() throws IOException {
        if (classPath == null) {
            return null;
        }
        List<URL> urls = new ArrayList<>();
        for (Path entry : ClassPathEntries.parse(classPath)) {
            urls.add(entry.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ReplayCommand.class.getClassLoader());
    }

    /**
     * Returns the named file, or the folder of the run with this name. If {@code name} is null, returns the last run's
     * folder.
     */
    private Path place(@Nullable String name) {
        if (name != null && Files.exists(Path.of(name))) {
            return Path.of(name);
        }
        return NamedRun.recorded(actions, name).path();
    }
}
