package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.moide.command.runs.KnownRuns;
import org.moide.command.top.Looks;
import org.moide.command.top.Screen;
import org.moide.command.top.TopData;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moide top}: shows hosts, runs, engines and threads, and updates them continuously. */
@Command(
        name = "top",
        sortOptions = false,
        header = "Shows hosts, your runs, their engines and threads, live on the terminal.",
        description = {
            "",
            "Hosts are this machine, those that are named, or those that a cluster monitor knows; runs are yours that were"
                    + " started on this machine. 'h' shows the keys. Where there is no terminal, all tables are printed as"
                    + " plain text again and again; with --once, once."
        },
        footer = {
            "",
            "Examples:",
            "  moide top",
            "  moide top --monitor head",
            "  moide top --hosts node1,node2 --period 5",
            "  moide top --once",
            "",
            "Exit codes: 0 done; 2 wrong usage; 3 no host is known (with --once).",
            "Variables: NO_COLOR=1 leaves out colours; MOIDE_MONITOR=head names the monitor."
        })
final class TopCommand implements Callable<Integer> {
    private static final double LEAST_SECONDS = 0.5;
    private static final double MOST_SECONDS = 3600;
    private static final double MILLIS = 1000;

    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Use(group = HelpGroup.WATCHING)
    @With(not = "--once")
    @Option(
            names = "--period",
            order = 1,
            paramLabel = "<seconds>",
            description = "Look again every so many seconds (default: 2).")
    double period = 2;

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @Option(names = "--once", order = 2, description = "Print all tables once, as plain text, and end.")
    boolean once;

    @Mixin
    MonitorOption monitor = new MonitorOption();

    @Mixin
    HostOptions hosts = new HostOptions();

    @Mixin
    @With({"--hosts", "--hostfile", "--monitor"})
    NetworkOptions.Secret secret = new NetworkOptions.Secret();

    @Mixin
    CommonOptions common = new CommonOptions();

    TopCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (!(period >= LEAST_SECONDS && period <= MOST_SECONDS)) {
            throw new PlanException(
                    "--period: expected " + LEAST_SECONDS + " to " + (int) MOST_SECONDS + " seconds, found " + period);
        }
        List<DaemonAddress> daemons = hosts.daemons(spec);
        List<DaemonAddress> monitors = monitor.monitors(spec);
        HostSource source = new HostSource(
                monitors, daemons, daemons.isEmpty() && monitors.isEmpty(), secret.settings(), actions, console);
        long millis = Math.round(period * MILLIS);
        try (KnownRuns known = actions.known(daemons, secret.settings())) {
            TopSource top = new TopSource(source, known);
            if (!once && console.takesKeys()) {
                try (TopTerminal terminal = TopTerminal.open(System.getenv("NO_COLOR"))) {
                    new TopScreen(terminal, top, millis).show();
                }
                return ExitCode.DONE;
            }
            return printed(top, millis);
        }
    }

    private int printed(TopSource top, long millis) throws InterruptedException {
        Looks looks = new Looks();
        while (true) {
            TopData data = top.look();
            if (once && isPartial(data)) {
                looks.at(data);
                actions.pause(millis);
                data = top.look();
            }
            Screen.text(looks.at(data)).forEach(console::print);
            if (once || console.hasLostOutput()) {
                return data.hosts().isEmpty() ? ExitCode.NO_HOSTS : ExitCode.DONE;
            }
            console.print("");
            actions.pause(millis);
        }
    }

    /**
     * Returns whether the figures are still incomplete, so that a second reading is needed soon: the engines' activity
     * needs two readings, and a host's load needs some time.
     */
    private static boolean isPartial(TopData data) {
        return !data.runs().isEmpty()
                || data.hosts().stream()
                        .anyMatch(host ->
                                host.candidate() != null && host.history().isEmpty());
    }
}
