package org.moide.command;

import java.util.ArrayList;
import java.util.List;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;

/** Source of the hosts that commands show: a cluster monitor, daemons that are named, or this machine. One thread. */
final class HostSource {
    /** Seconds of the hosts' past that a monitor is asked for. */
    private static final int SECONDS = 60;

    private final List<DaemonAddress> monitors;
    private final List<DaemonAddress> daemons;
    private final boolean own;
    private final NetworkSettings network;
    private final MoideActions actions;
    private final TerminalConsole console;
    private boolean told;

    /**
     * Prepares to ask.
     *
     * @param monitors the monitors, of which the first that answers counts
     * @param daemons the daemons that are asked if there is no monitor, or none answers
     * @param own whether this machine is looked at too, before the others
     */
    HostSource(
            List<DaemonAddress> monitors,
            List<DaemonAddress> daemons,
            boolean own,
            NetworkSettings network,
            MoideActions actions,
            TerminalConsole console) {
        this.monitors = monitors;
        this.daemons = daemons;
        this.own = own;
        this.network = network;
        this.actions = actions;
        this.console = console;
    }

    /**
     * Asks the monitors or the daemons, and returns their answers; this machine's own comes first, if that is wanted.
     */
    List<HostAnswer> answers() throws Exception {
        if (monitors.isEmpty()) {
            return actions.hosts(new HostsPlan(daemons, own, network), console);
        }
        List<HostAnswer> answers = new ArrayList<>();
        if (own) {
            answers.addAll(actions.hosts(new HostsPlan(List.of(), true, network), console));
        }
        try {
            answers.addAll(actions.monitored(monitors, network, SECONDS));
            told = false;
        } catch (NoHostsException noAnswer) {
            if (daemons.isEmpty()) {
                throw noAnswer;
            }
            if (!told) {
                console.error("moide: asks the hosts that are named: " + noAnswer.getMessage());
            }
            told = true;
            answers.addAll(actions.hosts(new HostsPlan(daemons, false, network), console));
        }
        return answers;
    }
}
