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

/** {@code moide replace}: replaces an engine of a run by a new one. */
@Command(
        name = "replace",
        sortOptions = false,
        header = "Replaces an engine of a run by one on another host.",
        description = {
            "",
            "The other is made first; then the old one gives back what it has and ends. It is made on the host that is named,"
                    + " where 'moide engine' must be running, or on whichever of the run's hosts suits. If there is no host for"
                    + " it, the run goes on where it is."
        },
        footer = {
            "",
            "Examples:",
            "  moide replace --engine 2 --hosts node9",
            "  moide replace 4k2 --engine 2                  wherever it suits",
            "",
            "Exit codes: 0 replaced; 1 not; 2 wrong usage."
        })
final class ReplaceCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Typed
    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--engine",
            order = 1,
            paramLabel = "<number>",
            description = "Which engine, as 'moide status' numbers them.")
    @Nullable
    Integer engine;

    @Mixin
    OrderedHosts hosts = new OrderedHosts();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Mixin
    AskedHosts asked = new AskedHosts();

    @Mixin
    CommonOptions common = new CommonOptions();

    ReplaceCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() {
        if (engine == null || engine < 0) {
            throw new PlanException("--engine: expected the number of an engine, found "
                    + (engine == null ? "none" : engine) + "; 'moide status' shows them");
        }
        List<DaemonAddress> daemons = hosts.daemons(spec);
        if (daemons.size() > 1) {
            throw new PlanException("--hosts: expected one host for one engine, found " + daemons.size());
        }
        ChangeOrder order = new ChangeOrder.Replace(engine, daemons);
        try (KnownRuns known = asked.known(actions)) {
            return Changes.order(console, known.running(NamedRun.of(runs)), order);
        }
    }
}
