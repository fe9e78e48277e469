package org.moide.coordinator.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunState;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code moide drain}: the engines on a host leave. */
@Command(
        name = "drain",
        sortOptions = false,
        header = "Makes your runs leave a host.",
        description = {
            "",
            "Engines there begin no more tasks, return those that wait and the results of what they have done, and end. Where"
                    + " no other host is left to go on, the run stays, and says so. Ending the daemon there (SIGTERM) does the"
                    + " same for the runs of everybody."
        },
        footer = {
            "",
            "Examples:",
            "  moide drain node7               all your runs that are running",
            "  moide drain node7:7101 --run 4k2",
            "",
            "Exit codes: 0 they have left; 1 not all; 2 wrong usage."
        })
final class DrainCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Parameters(arity = "0..*", paramLabel = "<host>", description = "As 'moide status' shows it, or host:port.")
    List<String> hosts = List.of();

    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--run",
            order = 1,
            paramLabel = "<run>",
            description = "This run only; the beginning of its ID is enough (default: all that are running).")
    @Nullable
    String run;

    @Mixin
    CommonOptions common = new CommonOptions();

    DrainCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() {
        if (hosts.size() != 1) {
            throw new PlanException("expected one host, such as 'moide drain node7', found "
                    + (hosts.isEmpty() ? "none" : String.join(" ", hosts)));
        }
        ChangeOrder order = new ChangeOrder.Drain(hosts.get(0));
        if (run != null) {
            return Changes.order(actions, console, NamedRun.running(actions, run), order);
        }
        List<RunFolder> running = actions.runs().all().stream()
                .filter(folder -> folder.state() == RunState.RUNNING)
                .toList();
        if (running.size() <= 1) {
            return Changes.order(actions, console, NamedRun.running(actions, null), order);
        }
        boolean all = true;
        for (RunFolder folder : running) {
            ChangeAnswer answer = actions.change(folder, order);
            answer.lines().forEach(line -> console.print("run " + folder.id() + ": " + line));
            all &= answer.done();
        }
        return all ? ExitCode.DONE : ExitCode.FAILED;
    }
}
