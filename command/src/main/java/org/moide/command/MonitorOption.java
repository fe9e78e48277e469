package org.moide.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The option that names a cluster monitor. */
final class MonitorOption {
    @Use(group = HelpGroup.PLACE, places = RunPlace.DAEMONS)
    @Option(
            names = "--monitor",
            order = 9,
            paramLabel = "<host:port,...>",
            description =
                    "Take the hosts that this cluster monitor knows ('moide monitor'; default port: 7090); a second one"
                            + " is asked if the first does not answer, then those of --hosts or --hostfile.")
    @Nullable
    String monitor;

    /**
     * Returns the monitors to ask. Hosts on the command line take precedence over a monitor from an environment
     * variable or a file.
     */
    List<DaemonAddress> monitors(CommandSpec spec) {
        ParseResult words = spec.commandLine().getParseResult();
        boolean given = words.hasMatchedOption("--monitor");
        boolean others = words.hasMatchedOption("--hosts") || words.hasMatchedOption("--hostfile");
        return monitor == null || (others && !given) ? List.of() : HostList.readMonitors(monitor);
    }

    /**
     * Returns the usable daemons that a monitor knows; the daemons in {@code named} if no monitor answers.
     *
     * @param named the daemons that other options name
     * @throws NoHostsException if no monitor answers and none are named, or if the monitor knows no usable host
     */
    static List<DaemonAddress> daemons(
            List<DaemonAddress> monitors,
            List<DaemonAddress> named,
            MoideActions actions,
            NetworkSettings network,
            TerminalConsole console)
            throws InterruptedException {
        List<HostAnswer> answers;
        try {
            answers = actions.monitored(monitors, network, 0);
        } catch (NoHostsException noAnswer) {
            if (named.isEmpty()) {
                throw noAnswer;
            }
            console.error("moide: goes on with the hosts that are named: " + noAnswer.getMessage());
            return named;
        }
        List<String> usable = answers.stream()
                .filter(answer -> answer.candidate() != null)
                .map(HostAnswer::asked)
                .distinct()
                .limit(HostList.MAX_HOSTS)
                .toList();
        if (usable.isEmpty()) {
            throw new NoHostsException(
                    "the cluster monitor knows " + (answers.isEmpty() ? "no host" : "no host that can be used")
                            + ": expected daemons that report to it ('moide engine --monitor ...'); 'moide hosts --monitor ...'"
                            + " shows what it knows");
        }
        return HostList.readOption(String.join(",", usable));
    }
}
