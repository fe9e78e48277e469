package org.moide.command;

import java.util.ArrayList;
import java.util.List;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;

/** Where commands that show hosts have them from: a cluster monitor, daemons that are named, or this machine. One thread. */
final class HostSource {
    /** Of what hosts did. */
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
     * @param monitors of which the first that answers is taken
     * @param daemons that are asked if there is no monitor, or none that answers
     * @param own whether this machine is to be looked at too, before the others
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

    /** Asks. */
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
