package org.moide.command;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.command.cluster.MonitorPlan;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.PlanException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moide monitor}: converts the arguments to a {@link MonitorPlan} and starts the monitor. */
@Command(
        name = "monitor",
        sortOptions = false,
        header = "Starts a cluster monitor: engine daemons report to it, and it knows all hosts.",
        description = {
            "",
            "Daemons that are started with --monitor tell it of their hosts each second; so hosts become known without a"
                    + " list. It can also ask daemons that you name. 'moide hosts', 'moide run' and 'moide top' take their"
                    + " hosts from it with --monitor. It serves until it is ended (Ctrl-C). Only processes that have the"
                    + " same secret can use it: see 'moide key'."
        },
        footer = {
            "",
            "Examples:",
            "  moide monitor                                here, and then",
            "  moide engine --monitor head                  on each host; and anywhere",
            "  moide hosts --monitor head",
            "  moide run --monitor head --engines 8 nbody",
            "  moide monitor --monitor head                 on one host of each rack: daemons of the rack report to it,",
            "                                               and it reports to the one on head",
            "  moide monitor --hostfile nodes.txt --dns engines.example.org"
        })
final class MonitorCommand implements Callable<Integer> {
    private static final double MILLIS = 1000;

    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Use(group = HelpGroup.EXPERT)
    @Option(
            names = "--port",
            order = 5,
            paramLabel = "<port>",
            description = "Listen on this port (default: 7090; 0: any that is free).")
    int port = HostList.MONITOR_PORT;

    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--monitor",
            order = 6,
            paramLabel = "<host:port,...>",
            description = "Pass on all that is known to this monitor (default port: 7090), or to these.")
    @Nullable
    String above;

    @Mixin
    HostOptions hosts = new HostOptions();

    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--dns",
            order = 12,
            split = ",",
            paramLabel = "<name[:port]>",
            description = "Ask a daemon at each address that a name server knows under this name, again and again.")
    List<String> names = List.of();

    @Use(group = HelpGroup.WATCHING)
    @Option(
            names = "--silence",
            order = 13,
            paramLabel = "<seconds>",
            description = "A host that has said nothing for so long is down (default: 10).")
    double silence = 10;

    @Use(group = HelpGroup.WATCHING)
    @Option(
            names = "--page",
            order = 49,
            arity = "0..1",
            fallbackValue = "yes",
            preprocessor = PageOptions.OnlyBehindEquals.class,
            paramLabel = "<port>",
            description =
                    "Show all hosts in a browser: serves a page on this machine's loopback, at a free port or with"
                            + " --page=8123 at this one; on a desktop it opens by itself (docs/monitor.md).")
    @Nullable
    String page;

    @Mixin
    MetricsOption metrics = new MetricsOption();

    @Mixin
    LogOptions log = new LogOptions();

    @Mixin
    NetworkOptions network = new NetworkOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    MonitorCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (!(silence > 0 && silence <= Integer.MAX_VALUE)) {
            throw new PlanException("--silence: expected seconds above 0, found " + silence);
        }
        return actions.monitor(
                new MonitorPlan(
                        network.settings(port),
                        above == null ? List.of() : HostList.readMonitors(above),
                        hosts.daemons(spec),
                        names.isEmpty() ? List.of() : HostList.readOption(String.join(",", names)),
                        Duration.ofMillis(Math.round(silence * MILLIS)),
                        metrics.place(),
                        PageOptions.port(page),
                        log.settings()),
                console);
    }
}
