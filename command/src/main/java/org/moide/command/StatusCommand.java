package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.moide.command.report.StatusTable;
import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.StatusJson;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide status}: shows the state of a run. */
@Command(
        name = "status",
        sortOptions = false,
        header = "Shows how a run stands: its engines, its epochs, what was reconfigured.",
        description = {
            "",
            "Asks the run's coordinator. Tasks of an engine are those that its threads"
                    + " have executed, as it said a second ago. IDs that wait are listed with what they wait in, the line of the"
                    + " application, and for how long. A task that has been running for more than 5 s is named, that of each"
                    + " engine which has been for longest. Of a worker application: how many workers an engine has, active ones a thread,"
                    + " tasks that lie there, and the handler that has been under way for longest."
        },
        footer = {
            "",
            "Examples:",
            "  moide status          the run that is running",
            "  moide status 4k2      one of several; the beginning of its ID is enough",
            "  moide status --json   the same, for programs",
            "  moide status 4k2 --hosts node1    a run that was started elsewhere",
            "  moide status --watch  again every 2 s, until the run has ended"
        })
final class StatusCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Mixin
    RunHosts hosts = new RunHosts();

    @Mixin
    WatchOptions watch = new WatchOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    StatusCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        String name = NamedRun.of(runs);
        try (KnownRuns known = hosts.known(spec, actions, console)) {
            return watch.show(actions, console, lines -> {
                KnownRuns.Found run = known.running(name);
                RunStatus status = run.host().status(run.id());
                RunSight sight = run.sight();
                if (watch.json) {
                    lines.add(StatusJson.text(run.id(), sight.words(), status));
                } else {
                    lines.addAll(StatusTable.lines(run.id(), sight.words(), status, sight.process()));
                }
                return ExitCode.DONE;
            });
        }
    }
}
