package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide logs}: shows what a detached run has printed. */
@Command(
        name = "logs",
        sortOptions = false,
        header = "Shows what a detached run has printed.",
        description = {
            "",
            "Standard output on standard output, standard error on standard error. Of each the first 256 MiB are kept."
        },
        footer = {
            "",
            "Examples:",
            "  moide logs 4k2",
            "  moide logs 4k2 -f --hosts node1",
            "",
            "Exit codes: 0 done; 2 wrong usage."
        })
final class LogsCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @Option(
            names = {"-f", "--follow"},
            description = "Go on with what it prints from now on, until it has ended.")
    boolean follow;

    @Mixin
    RunHosts hosts = new RunHosts();

    @Mixin
    CommonOptions common = new CommonOptions();

    LogsCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (KnownRuns known = hosts.known(spec, actions, console)) {
            new RunFollower(RunHosts.find(known, runs), actions, console).print(follow, false);
            return ExitCode.DONE;
        }
    }
}
