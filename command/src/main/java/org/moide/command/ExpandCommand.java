package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide expand}: gives a run more engines. */
@Command(
        name = "expand",
        sortOptions = false,
        header = "Gives a run that is running more engines.",
        description = {
            "",
            "One more on each host that is named, where 'moide engine' must be running; they compute as soon as their JVMs"
                    + " are up. Without hosts, one more on this machine, for a run of --local-engines.",
            "With --engine they are assistants of that engine (vertical expansion): they take tasks from it"
                    + " alone. Without hosts, one, on whichever host of the run suits."
        },
        footer = {
            "",
            "Examples:",
            "  moide expand --hosts node7,node8          the run that is running",
            "  moide expand 4k2 --hosts node[7-9]",
            "  moide expand                              one more here",
            "  moide expand --engine 2 --hosts node9     engine 2 has too much to do: an assistant for it",
            "",
            "Exit codes: 0 all have joined; 1 not all; 2 wrong usage."
        })
final class ExpandCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Typed
    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--engine",
            order = 1,
            paramLabel = "<number>",
            description = "Whose assistants they are to be, as 'moide status' numbers engines (default: nobody's).")
    @Nullable
    Integer engine;

    @Mixin
    OrderedHosts hosts = new OrderedHosts();

    @Mixin
    AskedHosts asked = new AskedHosts();

    @Mixin
    CommonOptions common = new CommonOptions();

    ExpandCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() {
        if (engine != null && engine < 0) {
            throw new PlanException(
                    "--engine: expected the number of an engine, found " + engine + "; 'moide status' shows them");
        }
        List<DaemonAddress> daemons = hosts.daemons(spec);
        ChangeOrder order = engine == null ? new ChangeOrder.Expand(daemons) : new ChangeOrder.Assist(engine, daemons);
        try (KnownRuns known = asked.known(actions)) {
            return Changes.order(console, known.running(NamedRun.of(runs)), order);
        }
    }
}
