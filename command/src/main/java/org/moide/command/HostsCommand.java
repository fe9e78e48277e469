package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.command.report.HostTable;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.selection.Constraints;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.HostsJson;
import org.moide.coordinator.selection.Ranking;
import org.moide.coordinator.selection.Topology;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moide hosts}: shows hosts as their daemons describe them. */
@Command(
        name = "hosts",
        sortOptions = false,
        header = "Shows hosts with their power, workload and performance, the best first.",
        description = {
            "",
            "Power is work per second of all processors, measured by a short kernel in the engine's own JVM: 1 is about one"
                    + " processor of today. Workload is 1 + what others run / processors; performance is power /"
                    + " workload, of which the part of the processors counts that no run has (free); by this hosts are"
                    + " chosen. State: idle; busy with others' work; in use by runs of ours; down."
        },
        footer = {
            "",
            "Examples:",
            "  moide hosts                            this machine",
            "  moide hosts --hosts node1,node2:7101",
            "  moide hosts --hostfile nodes.txt --watch 5",
            "  moide hosts --monitor head             all that report to the cluster monitor on head",
            "  moide hosts --hostfile nodes.txt --explain --engines 4 --label gpu",
            "                                         which four a run would take, and why",
            "",
            "Exit codes: 0 at least one host can be used; 2 wrong usage; 3 none can."
        })
final class HostsCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Mixin
    MonitorOption monitor = new MonitorOption();

    @Mixin
    HostOptions hosts = new HostOptions();

    @Mixin
    ConstraintOptions constraints = new ConstraintOptions();

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @Option(
            names = "--explain",
            order = 3,
            description = "Say which hosts a run would take, in which order, and why not the others.")
    boolean explain;

    @Use(group = HelpGroup.PLACE)
    @With({"--explain", "--min-memory", "--label", "--exclude"})
    @With({"--hosts", "--hostfile", "--monitor"})
    @Option(
            names = "--engines",
            order = 13,
            paramLabel = "<n>",
            description = "With --explain: how many engines the run has in all (default: all).")
    @Nullable
    Integer engines;

    @Use(group = HelpGroup.PLACE)
    @With("--explain")
    @With({"--hosts", "--hostfile", "--monitor"})
    @Option(
            names = "--no-own-engine",
            order = 14,
            description = "With --explain: the JVM that coordinates the run does not compute.")
    boolean noOwnEngine;

    @Use(group = HelpGroup.PLACE)
    @With({"--explain", "--min-memory", "--label", "--exclude"})
    @With({"--hosts", "--hostfile", "--monitor"})
    @Option(
            names = "--topology",
            order = 15,
            paramLabel = "<file>",
            description = "With --explain: which hosts are near each other, as for moide run.")
    @Nullable
    Path topology;

    @Mixin
    WatchOptions watch = new WatchOptions();

    @Mixin
    @With({"--hosts", "--hostfile", "--monitor"})
    NetworkOptions.Secret secret = new NetworkOptions.Secret();

    @Mixin
    CommonOptions common = new CommonOptions();

    HostsCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        List<DaemonAddress> daemons = hosts.daemons(spec);
        Constraints wanted = constraints.constraints();
        boolean ranks = explain || !wanted.equals(Constraints.NONE);
        if (engines != null && engines < 1) {
            throw new PlanException("--engines: expected 1 or more, found " + engines);
        }
        Topology places = TopologyFile.read(topology);
        List<DaemonAddress> monitors = monitor.monitors(spec);
        boolean own = (daemons.isEmpty() && monitors.isEmpty()) || (explain && !noOwnEngine);
        HostSource source = new HostSource(monitors, daemons, own, secret.settings(), actions, console);
        return watch.show(actions, console, lines -> {
            List<HostAnswer> answers = source.answers();
            if (ranks) {
                return rank(answers, own, wanted, places, lines);
            }
            if (watch.json) {
                lines.add(HostsJson.text(answers));
            } else {
                lines.addAll(HostTable.lines(answers));
            }
            return exitCode(answers.stream().anyMatch(answer -> answer.candidate() != null));
        });
    }

    private int rank(List<HostAnswer> answers, boolean own, Constraints wanted, Topology places, List<String> lines) {
        List<Ranking.Ranked> ranked = Ranking.of(
                own ? answers.get(0).candidate() : null,
                own ? answers.subList(1, answers.size()) : answers,
                wanted,
                engines == null ? 0 : engines,
                places);
        if (watch.json) {
            lines.add(HostsJson.ranking(ranked));
        } else {
            lines.addAll(HostTable.ranking(ranked));
        }
        return exitCode(ranked.stream().anyMatch(host -> host.engine() >= 0));
    }

    private int exitCode(boolean any) {
        if (!any) {
            console.error("moide hosts: expected at least one host that can be used, found none");
        }
        return any ? ExitCode.DONE : ExitCode.NO_HOSTS;
    }
}
