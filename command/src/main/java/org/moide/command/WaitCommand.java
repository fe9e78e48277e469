package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.moide.command.runs.KnownRuns;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide wait}: waits until a run has ended. */
@Command(
        name = "wait",
        sortOptions = false,
        header = "Waits until a run has ended.",
        description = {"", "Prints nothing, and ends with the exit code of the run."},
        footer = {
            "",
            "Examples:",
            "  moide wait 4k2",
            "  moide wait 4k2 --hosts node1 && moide fetch 4k2 --hosts node1",
            "",
            "Exit codes: that of the run; 2 wrong usage."
        })
final class WaitCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Mixin
    RunHosts hosts = new RunHosts();

    @Mixin
    CommonOptions common = new CommonOptions();

    WaitCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (KnownRuns known = hosts.known(spec, actions, console)) {
            KnownRuns.Found run = RunHosts.find(known, runs);
            return RunFollower.exitCode(new RunFollower(run, actions, console).await(), "wait", console);
        }
    }
}
