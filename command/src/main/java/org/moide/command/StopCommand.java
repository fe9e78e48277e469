package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunState;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide stop}: a run ends before its time. */
@Command(
        name = "stop",
        sortOptions = false,
        header = "Ends a run, as Ctrl-C does where it was started.",
        description = {
            "",
            "Its engines end, those on other hosts too. A run that keeps on disk what it has done can be taken up again by"
                    + " 'moide resume'. Whoever knows the cluster's secret may end a run through a host that computes for it."
        },
        footer = {
            "",
            "Examples:",
            "  moide stop            the run that is running",
            "  moide stop 4k2        one of several; the beginning of its ID is enough",
            "  moide stop 4k2 --hosts node1,node2    from another machine, through daemons where it has engines",
            "",
            "Exit codes: 0 it has ended; 1 it has not yet; 2 wrong usage; 3 none of the hosts answers."
        })
final class StopCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Mixin
    OrderedHosts hosts = new OrderedHosts();

    @Mixin
    @With({"--hosts", "--hostfile", "--monitor"})
    NetworkOptions.Secret secret = new NetworkOptions.Secret();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Mixin
    CommonOptions common = new CommonOptions();

    StopCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (hosts.isGiven()) {
            return stopThrough(hosts.daemons(spec));
        }
        RunFolder run = NamedRun.running(actions, NamedRun.of(runs));
        if (!actions.stop(run)) {
            console.error("moide stop: run " + run.id() + " was told to end, and has not yet: 'moide runs' shows it");
            return ExitCode.FAILED;
        }
        boolean goesOn = run.state() == RunState.BROKEN_OFF;
        console.print(
                "run " + run.id() + " has ended" + (goesOn ? "; 'moide resume " + run.id() + "' goes on with it" : ""));
        return ExitCode.DONE;
    }

    private int stopThrough(List<DaemonAddress> daemons) throws InterruptedException {
        try {
            String run = actions.stop(daemons, NamedRun.of(runs), secret.settings());
            console.print("run " + run + " has ended on these hosts");
            return ExitCode.DONE;
        } catch (MoideActions.StillThereException notYet) {
            console.error("moide stop: " + notYet.getMessage() + ": 'moide hosts' shows where");
            return ExitCode.FAILED;
        }
    }
}
