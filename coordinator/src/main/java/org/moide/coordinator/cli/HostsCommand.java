package org.moide.coordinator.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.report.HostTable;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.selection.HostAnswer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code moide hosts}: what the daemons say of their machines. */
@Command(
        name = "hosts",
        sortOptions = false,
        header = "Shows hosts with their power, workload and performance, the best first.",
        description = {
            "",
            "Power is work per second of all processors, measured by a short kernel in the engine's own JVM; workload is"
                    + " 1 + what others run / processors; performance = power / workload decides who is chosen."
        },
        footer = {
            "",
            "Examples:",
            "  moide hosts                            this machine",
            "  moide hosts --hosts node1,node2:7101",
            "  moide hosts --hostfile nodes.txt",
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
    HostOptions hosts = new HostOptions();

    @Mixin
    NetworkOptions network = new NetworkOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    HostsCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        HostsPlan plan = new HostsPlan(hosts.daemons(spec, false), network.settings(0));
        List<HostAnswer> answers = actions.hosts(plan, console);
        HostTable.lines(answers).forEach(console::print);
        HostTable.problems(answers).forEach(line -> console.error("moide hosts: " + line));
        return answers.stream().anyMatch(answer -> answer.candidate() != null) ? ExitCode.DONE : ExitCode.NO_HOSTS;
    }
}
