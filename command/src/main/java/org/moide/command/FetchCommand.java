package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.command.runs.FetchedFiles;
import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide fetch}: copies the files of a detached run to this machine. */
@Command(
        name = "fetch",
        sortOptions = false,
        header = "Brings the files that a detached run has written.",
        description = {
            "",
            "Those in the run's working folder on the coordinator's host, each checked by its SHA-256. A file that is there already is not"
                    + " overwritten, unless it is the same or --force says so."
        },
        footer = {
            "",
            "Examples:",
            "  moide fetch 4k2",
            "  moide fetch 4k2 --to results --hosts node1",
            "",
            "Exit codes: 0 all are here; 1 not all; 2 wrong usage."
        })
final class FetchCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Typed
    @Use(group = HelpGroup.FILES)
    @Option(names = "--to", paramLabel = "<folder>", description = "Where to put them (default: the current folder).")
    @Nullable
    Path to;

    @Typed
    @Use(group = HelpGroup.FILES)
    @Option(names = "--force", description = "Overwrite files that are there.")
    boolean force;

    @Mixin
    RunHosts hosts = new RunHosts();

    @Mixin
    CommonOptions common = new CommonOptions();

    FetchCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (KnownRuns known = hosts.known(spec, actions, console)) {
            KnownRuns.Found run = RunHosts.find(known, runs);
            FetchedFiles fetched = FetchedFiles.into(to == null ? Path.of("") : to, run, force);
            fetched.names().forEach(console::print);
            if (fetched.names().isEmpty() && fetched.lines().isEmpty()) {
                console.error("moide fetch: run " + run.id() + " has written no files; 'moide logs " + run.id()
                        + "' shows what it has printed");
            }
            fetched.lines().forEach(line -> console.error("moide fetch: " + line));
            return fetched.lines().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
        }
    }
}
