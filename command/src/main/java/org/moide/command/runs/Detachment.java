package org.moide.command.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import org.moide.command.terminal.Console;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.run.ExitCode;
import org.moide.engine.loading.JarException;

/**
 * Starts a run on another host, which then coordinates it, and follows the run until its first engine computes. Used by
 * one thread.
 */
public final class Detachment {
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final byte[] NOTHING = {};

    private final KnownRuns.Place host;
    private final Console console;

    /**
     * Creates the object.
     *
     * @param host the host that is to coordinate the run
     */
    public Detachment(KnownRuns.Place host, Console console) {
        this.host = host;
        this.console = console;
    }

    /**
     * Starts the run, and returns when its engines compute, or when it has ended.
     *
     * @return the exit code of the run if it has already failed; otherwise 0
     */
    public int begin(DetachedPlan plan, String run, String owner, boolean kept, String onEnd) {
        for (String file : plan.unsentFiles()) {
            console.error("moide run: '" + file + "' names a file here, which is not sent: --files " + file
                    + " puts it into the run's working folder");
        }
        try {
            plan.sendTo(host.runs(), run);
        } catch (JarException notKept) {
            throw new UncheckedIOException(
                    "cannot keep run " + run + " on this machine: " + notKept.getMessage()
                            + "; MOIDE_HOME names another place",
                    new IOException(notKept));
        }
        host.runs().begin(plan.order(run, owner, kept, onEnd));
        return awaitBegin(run, 0, "moide run");
    }

    /**
     * Starts another coordinator of a run, and returns when its engines compute, or when it has ended.
     *
     * @return the exit code of the run if it has already failed; otherwise 0
     */
    public int resume(String run, boolean strict) {
        HostRuns.Printed before = host.runs().resume(run, strict);
        return awaitBegin(run, before.errors(), "moide resume");
    }

    private int awaitBegin(String run, long errorsBefore, String command) {
        RunSight sight = host.runs().sight(run);
        long errors = errorsBefore;
        while (sight.stage() == RunSight.Stage.STARTING) {
            // Its lines are printed as they come, also those about its waiting.
            HostRuns.RunOutput output = host.runs().output(run, Long.MAX_VALUE, errors, LOOK);
            errors += tell(output);
            sight = host.runs().sight(run);
        }
        if (sight.stage().isOver() && sight.exitCode() != ExitCode.DONE) {
            HostRuns.RunOutput rest = host.runs().output(run, Long.MAX_VALUE, errors, Duration.ZERO);
            tell(rest);
            boolean silent = rest.errors().length == 0 && errors == errorsBefore;
            if (sight.stage() == RunSight.Stage.FAILED_TO_START
                    && (silent || sight.exitCode() == RunSight.NO_EXIT_CODE)) {
                console.error(command + ": run " + run + " failed to start: "
                        + (silent ? sight.ending() : "its coordinator is gone"));
            }
            return sight.exitCode() > 0 ? sight.exitCode() : ExitCode.FAILED;
        }
        console.error(command + ": goes on as run " + run + " on "
                + (host.name().isEmpty() ? "this machine" : host.name()) + "; 'moide attach " + run + "' comes back");
        console.print(run);
        return ExitCode.DONE;
    }

    private long tell(HostRuns.RunOutput output) {
        byte[] said = output.errors();
        if (!Arrays.equals(said, NOTHING)) {
            console.written(said, true);
        }
        return said.length;
    }
}
