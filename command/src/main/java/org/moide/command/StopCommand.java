package org.moide.command;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.moide.command.runs.KnownRuns;
import org.moide.commlib.CommException;
import org.moide.commlib.system.SystemTicker;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide stop}: ends a run early. */
@Command(
        name = "stop",
        sortOptions = false,
        header = "Ends a run, as Ctrl-C does where it was started.",
        description = {
            "",
            "Its engines end, those on other hosts too. A run that keeps on disk what it has done can be taken up again by"
                    + " 'moide resume'. Whoever has the cluster's secret can end a run through a host that knows it; if another user has started it, with --force."
        },
        footer = {
            "",
            "Examples:",
            "  moide stop            the run that is running",
            "  moide stop 4k2        one of several; the beginning of its ID is enough",
            "  moide stop 4k2 --hosts node1          from another machine, through a daemon that knows it",
            "",
            "Exit codes: 0 it has ended; 1 it has not yet; 2 wrong usage; 3 none of the hosts answers."
        })
final class StopCommand implements Callable<Integer> {
    /** The time that the command waits for the run's end before it reports that the run has not ended. */
    private static final Duration STOPPING = Duration.ofSeconds(10);

    private static final long LOOK_MILLIS = 50;

    private final MoideActions actions;
    private final TerminalConsole console;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Typed
    @Use(group = HelpGroup.EXPERT)
    @Option(names = "--force", description = "End it although another user or host has started it; its user is told.")
    boolean force;

    @Mixin
    RunHosts hosts = new RunHosts();

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
        try (KnownRuns known = hosts.known(spec, actions, console)) {
            KnownRuns.Found run = known.running(NamedRun.of(runs));
            String own = DetachOptions.ownUser();
            String owner = run.sight().owner();
            boolean others = !owner.isEmpty() && !owner.equals(own);
            if (others && !force) {
                throw new PlanException("run " + run.id() + " is one of " + owner + ", found " + own
                        + ": --force ends it, and tells its user");
            }
            run.host().stop(run.id(), others || owner.isEmpty() ? own : "");
            RunSight.Stage stage = ended(run);
            if (!stage.isOver()) {
                console.error(
                        "moide stop: run " + run.id() + " was told to end, and has not yet: 'moide runs' shows it");
                return ExitCode.FAILED;
            }
            boolean goesOn = stage == RunSight.Stage.BROKEN_OFF;
            console.print("run " + run.id() + " has ended"
                    + (goesOn ? "; 'moide resume " + run.id() + "' goes on with it" : ""));
            return ExitCode.DONE;
        }
    }

    /**
     * Waits for the end of the run, for a limited time.
     *
     * @return the run's stage; not a final one if the run takes longer
     */
    private RunSight.Stage ended(KnownRuns.Found run) throws InterruptedException {
        SystemTicker ticker = new SystemTicker();
        long start = ticker.nanoTime();
        while (true) {
            RunSight.Stage stage;
            try {
                stage = run.host().sight(run.id()).stage();
            } catch (CommException | PlanException forgotten) {
                stage = RunSight.Stage.ENDED; // the host had only engines of it
            }
            if (stage.isOver() || ticker.nanoTime() - start > STOPPING.toNanos()) {
                return stage;
            }
            actions.pause(LOOK_MILLIS);
        }
    }
}
