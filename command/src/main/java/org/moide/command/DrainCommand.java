package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide drain}: makes the engines on a host leave their runs. */
@Command(
        name = "drain",
        sortOptions = false,
        header = "Makes your runs leave hosts.",
        description = {
            "",
            "Engines there begin no more tasks, return those that wait and the results of what they have done, and end. Where"
                    + " no other host is left to go on, the run stays, and says so. Ending the daemon there (SIGTERM) does the"
                    + " same for the runs of everybody."
        },
        footer = {
            "",
            "Examples:",
            "  moide drain --hosts node7           all your runs that are running",
            "  moide drain 4k2 --hosts node7:7101  this one",
            "",
            "Exit codes: 0 they have left; 1 not all; 2 wrong usage."
        })
final class DrainCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "<run>",
            description =
                    "The run's ID, or the beginning of it (default: all that are running). Without --hosts it is the"
                            + " host.")
    List<String> words = List.of();

    @Mixin
    OrderedHosts hosts = new OrderedHosts();

    @Typed
    @Use(group = HelpGroup.PLACE)
    @With(not = {"--hosts", "--hostfile"})
    @Option(
            names = "--run",
            order = 12,
            hidden = true,
            paramLabel = "<run>",
            description = "This run only, where the word is the host.")
    @Nullable
    String run;

    @Mixin
    AskedHosts asked = new AskedHosts();

    @Mixin
    CommonOptions common = new CommonOptions();

    DrainCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() {
        // A single word has always meant the host, since without a host the order would be empty.
        List<String> left = hosts.isGiven() ? hosts.names(spec) : words;
        String named = hosts.isGiven() ? NamedRun.of(words) : run;
        if (left.isEmpty() || (!hosts.isGiven() && left.size() > 1)) {
            throw new PlanException(
                    "expected hosts to leave, such as 'moide drain --hosts node7' or 'moide drain 4k2 --hosts"
                            + " node7', found " + (left.isEmpty() ? "none" : String.join(" ", left)));
        }
        try (KnownRuns known = asked.known(actions)) {
            boolean all = true;
            for (String host : left) {
                all &= drain(known, new ChangeOrder.Drain(host), named) == ExitCode.DONE;
            }
            return all ? ExitCode.DONE : ExitCode.FAILED;
        }
    }

    private int drain(KnownRuns known, ChangeOrder order, @Nullable String named) {
        List<KnownRuns.Found> running = named == null ? known.running() : List.of();
        if (running.size() <= 1) {
            return Changes.order(console, known.running(named), order);
        }
        boolean all = true;
        for (KnownRuns.Found run : running) {
            ChangeAnswer answer = run.host().change(run.id(), order);
            answer.lines().forEach(line -> console.print("run " + run.id() + ": " + line));
            all &= answer.done();
        }
        return all ? ExitCode.DONE : ExitCode.FAILED;
    }
}
