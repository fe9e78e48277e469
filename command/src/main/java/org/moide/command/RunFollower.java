package org.moide.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.moide.command.runs.FetchedFiles;
import org.moide.command.runs.KnownRuns;
import org.moide.commlib.CommException;
import org.moide.commlib.system.SystemTicker;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.folder.DetachedFolder;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.run.ExitCode;

/** A follower of a detached run, which prints the run's output as it arrives. Used by one thread. */
final class RunFollower {
    /** The time after which a call that waits for output returns even if there is none. */
    private static final Duration WITHIN = Duration.ofSeconds(2);

    private static final long PROGRESS_NANOS = 500_000_000;

    /** The time for which a call is repeated if the host does not answer. The host or its network may be restarting. */
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final KnownRuns.Found run;
    private final TerminalConsole console;
    private final MoideActions actions;
    private final HostRuns.Printed from;
    private final SystemTicker ticker = new SystemTicker();
    private long progressAt;

    RunFollower(KnownRuns.Found run, MoideActions actions, TerminalConsole console) {
        this(run, HostRuns.Printed.NOTHING, actions, console);
    }

    /**
     * Creates the follower.
     *
     * @param from the position in the run's output at which printing begins
     */
    RunFollower(KnownRuns.Found run, HostRuns.Printed from, MoideActions actions, TerminalConsole console) {
        this.run = run;
        this.from = from;
        this.console = console;
        this.actions = actions;
    }

    /**
     * Prints the run's output.
     *
     * @param follows whether to continue until the run has ended
     * @param progress whether to show the run's progress
     * @return the run's state at the end
     */
    RunSight print(boolean follows, boolean progress) throws InterruptedException {
        long out = from.out();
        long errors = from.errors();
        long silentSince = ticker.nanoTime();
        while (true) {
            HostRuns.RunOutput output;
            try {
                Duration within = !follows ? Duration.ZERO : progress ? WITHIN.dividedBy(4) : WITHIN;
                output = run.host().output(run.id(), out, errors, within);
                silentSince = ticker.nanoTime();
            } catch (CommException noAnswer) {
                if (ticker.nanoTime() - silentSince > PATIENCE_NANOS) {
                    throw noAnswer;
                }
                console.status("waits for " + run.at().name());
                actions.pause(WITHIN.toMillis());
                continue;
            }
            console.written(output.out(), false);
            console.written(output.errors(), true);
            out += output.out().length;
            errors += output.errors().length;
            boolean all = output.out().length == 0 && output.errors().length == 0;
            if (all && (!follows || output.sight().stage().isOver())) {
                console.status("");
                return output.sight();
            }
            if (progress && console.interactive() && ticker.nanoTime() - progressAt > PROGRESS_NANOS) {
                showProgress(output.sight());
            }
        }
    }

    private void showProgress(RunSight sight) {
        progressAt = ticker.nanoTime();
        try {
            Progress now = run.host().status(run.id()).progress();
            String left = now.left();
            console.status(sight.run() + "  " + now.amount("/") + (left == null ? "" : "  " + left + " left"));
        } catch (CommException | PlanException notNow) {
            console.status(sight.run() + "  " + sight.stage().words());
        }
    }

    /**
     * Prints a run's output until it has ended, then copies its files to this machine. Ctrl-C ends only this command,
     * not the run.
     *
     * @param from the position in the run's output at which printing begins
     * @param command the name of the command for messages, such as {@code attach}
     * @return the run's exit code
     */
    static int attached(
            KnownRuns.Found run,
            HostRuns.Printed from,
            String command,
            boolean fetches,
            MoideActions actions,
            TerminalConsole console)
            throws InterruptedException, IOException {
        actions.lastly(() -> console.error("moide " + command + ": left run " + run.id()
                + ", which goes on; 'moide attach " + run.id() + "' comes back, 'moide stop " + run.id()
                + "' ends it"));
        if (!run.sight().stage().isOver()) {
            console.error("moide " + command + ": follows run " + run.id() + "; Ctrl-C leaves it, and it goes on");
        }
        RunSight end;
        try {
            end = new RunFollower(run, from, actions, console).print(true, true);
        } finally {
            actions.lastly(null);
        }
        if (fetches) {
            FetchedFiles.into(Path.of(""), run, false)
                    .lines()
                    .forEach(line -> console.error("moide " + command + ": " + line));
        }
        return exitCode(end, command, console);
    }

    /**
     * Waits until the run has ended. Prints nothing.
     *
     * @return the run's state at the end
     */
    RunSight await() throws InterruptedException {
        RunSight sight = run.sight();
        while (!sight.stage().isOver()) {
            sight = sight.detached()
                    ? run.host()
                            .output(run.id(), Long.MAX_VALUE, Long.MAX_VALUE, WITHIN)
                            .sight()
                    : run.host().sight(run.id());
            if (!sight.stage().isOver() && !sight.detached()) {
                actions.pause(WITHIN.toMillis() / 4);
            }
        }
        return sight;
    }

    /** Returns the exit code of a run that is over. Prints how it ended if its coordinator did not end it. */
    static int exitCode(RunSight sight, String command, TerminalConsole console) {
        if (sight.exitCode() != RunSight.NO_EXIT_CODE) {
            int lost = sight.ending().indexOf(DetachedFolder.LOST);
            if (lost >= 0) {
                console.error("moide " + command + ": run " + sight.run() + ": "
                        + sight.ending().substring(lost));
            }
            return sight.exitCode();
        }
        if (sight.stage() == RunSight.Stage.ENDED && sight.ending().startsWith("done")) {
            return ExitCode.DONE;
        }
        console.error("moide " + command + ": run " + sight.run() + ": "
                + sight.stage().words()
                + (sight.ending().isEmpty() ? "" : ": " + sight.ending())
                + (sight.stage() == RunSight.Stage.BROKEN_OFF
                        ? "; 'moide resume " + sight.run() + "' on " + sight.host() + " goes on with it"
                        : ""));
        return ExitCode.FAILED;
    }
}
