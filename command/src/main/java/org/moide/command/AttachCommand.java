package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.control.HostRuns;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide attach}: follows a detached run to its end. */
@Command(
        name = "attach",
        sortOptions = false,
        header = "Comes back to a detached run: what it prints, how far it is, and its end.",
        description = {
            "",
            "Prints what the run has printed so far and what comes, until it ends, then brings the files that it has written into"
                    + " the current folder, but none that is there already, and ends with its exit code. Ctrl-C leaves the run, which goes"
                    + " on. Several may attach to one run."
        },
        footer = {
            "",
            "Examples:",
            "  moide attach                       the run that goes on",
            "  moide attach 4k2                   one of several; the beginning of its ID is enough",
            "  moide attach 4k2 --hosts node1     a run that another host coordinates",
            "",
            "Exit codes: that of the run; 130 left by Ctrl-C; 2 wrong usage."
        })
final class AttachCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Typed
    @Use(group = HelpGroup.FILES)
    @Option(names = "--no-fetch", description = "Leave the files that the run has written where they are.")
    boolean noFetch;

    @Mixin
    RunHosts hosts = new RunHosts();

    @Mixin
    CommonOptions common = new CommonOptions();

    AttachCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (KnownRuns known = hosts.known(spec, actions, console)) {
            return RunFollower.attached(
                    RunHosts.find(known, runs), HostRuns.Printed.NOTHING, "attach", !noFetch, actions, console);
        }
    }
}
