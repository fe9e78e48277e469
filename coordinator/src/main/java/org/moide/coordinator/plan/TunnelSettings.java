package org.moide.coordinator.plan;

import java.util.List;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.tunnel.TunnelName;

/** What runs on hosts that are reached through ssh have in common. */
public final class TunnelSettings {
    /** Stands for the name that a process has in the tunnels that it opens. */
    public static final List<String> ADVERTISED = List.of(new TunnelName(TunnelName.CALLER, "").text());

    private TunnelSettings() {}

    /** Whether such a daemon is reached through ssh. */
    public static boolean isThrough(DaemonAddress daemon) {
        return TunnelName.isOne(daemon.host());
    }

    /**
     * How hosts are reached, all in the same way.
     *
     * @return whether it is through ssh
     * @throws PlanException if some are and some are not: those could not reach each other
     */
    public static boolean areThrough(List<DaemonAddress> daemons) {
        List<DaemonAddress> through =
                daemons.stream().filter(TunnelSettings::isThrough).toList();
        if (through.isEmpty() || through.size() == daemons.size()) {
            return !through.isEmpty();
        }
        DaemonAddress other = daemons.stream()
                .filter(daemon -> !isThrough(daemon))
                .findFirst()
                .orElseThrow();
        throw new PlanException("expected hosts that are all reached through ssh (moide up --tunnel), or none, found "
                + through.get(0) + ", which is, and " + other + ", which is not: they cannot reach each other");
    }

    /**
     * How a process is reached by engines to which it has tunnels: on loopback, where ssh puts them in.
     *
     * @throws PlanException if it was told something else
     */
    public static NetworkSettings reached(NetworkSettings network) {
        if (network.bind() != null || !network.advertise().isEmpty() || network.plain()) {
            throw new PlanException(
                    "--bind, --advertise and --plain: expected without hosts that are reached through ssh"
                            + " (moide up --tunnel), found both");
        }
        return new NetworkSettings(RmiSpaceOptions.LOOPBACK, network.port(), ADVERTISED, false, network.secretFile());
    }
}
