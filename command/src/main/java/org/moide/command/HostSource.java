package org.moide.command;

import java.util.ArrayList;
import java.util.List;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;

/**
 * The source of the hosts that a command shows: a cluster monitor, named daemons, or this machine. Used by one thread.
 */
final class HostSource {
    /** The number of seconds for which a monitor is asked for the hosts' earlier load. */
    private static final int SECONDS = 60;

    private final List<DaemonAddress> monitors;
    private final List<DaemonAddress> daemons;
    private final boolean own;
    private final NetworkSettings network;
    private final MoideActions actions;
    private final TerminalConsole console;
    private boolean told;

    /**
     * Creates the source.
     *
     * @param monitors the monitors; the first that answers is used
     * @param daemons the daemons to ask if no monitor answers
     * @param own whether to add this machine, before the other hosts
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
     * Asks the monitors or the daemons for their hosts.
     *
     * @return the answers; that of this machine comes first, if wanted
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
