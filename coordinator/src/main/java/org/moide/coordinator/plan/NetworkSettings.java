package org.moide.coordinator.plan;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.tunnel.TunnelName;

/**
 * The settings for reaching this process over the network, and for who may connect.
 *
 * @param bind the address to listen on; null for the command's default: loopback if all engines are on this
 *     machine, otherwise all addresses
 * @param port the port to listen on; 0 for any free port
 * @param advertise the names or addresses that this process tells others for reaching it; empty to find them out
 * @param plain whether connections are authenticated but not encrypted, for a trusted network
 * @param secretFile the file of the cluster's secret; null for the default in the home folder
 */
public record NetworkSettings(
        @Nullable String bind,
        int port,
        List<String> advertise,
        boolean plain,
        @Nullable Path secretFile) {
    /**
     * The value of {@code advertise} for a process that is reached through ssh tunnels: its name inside the tunnels
     * that it opens.
     */
    public static final List<String> THROUGH_SSH = List.of(new TunnelName(TunnelName.CALLER, "").text());

    public NetworkSettings {
        advertise = List.copyOf(advertise);
        if (bind != null && bind.isBlank()) {
            throw new PlanException("--bind: expected an address or a host name, found nothing");
        }
        if (port < 0 || port > 65_535) {
            throw new PlanException("--port: expected 0 to 65535, found " + port);
        }
        for (String name : advertise) {
            if (name.isBlank()) {
                throw new PlanException("--advertise: expected addresses or host names, found an empty one");
            }
        }
    }

    /**
     * Returns the settings with which these daemons can reach this process. For daemons that are reached directly,
     * these are the present settings. For daemons that are reached through ssh tunnels, they make this process listen
     * on loopback, where ssh delivers the daemons' connections.
     *
     * @throws PlanException if the daemons are reached through tunnels and the user has set an option that contradicts
     *     that
     */
    public NetworkSettings toReach(List<DaemonAddress> daemons) {
        if (!DaemonAddress.areThroughSsh(daemons)) {
            return this;
        }
        if (bind != null || !advertise.isEmpty() || plain) {
            throw new PlanException(
                    "--bind, --advertise and --plain: expected without hosts that are reached through ssh"
                            + " (moide up --tunnel), found both");
        }
        return new NetworkSettings(RmiSpaceOptions.LOOPBACK, port, THROUGH_SSH, false, secretFile);
    }

    /** Returns the default: any free port, encrypted, with addresses and secret found by the process itself. */
    public static NetworkSettings usual() {
        return new NetworkSettings(null, 0, List.of(), false, null);
    }

    @Override
    public String toString() {
        return (bind == null ? "default address" : bind)
                + (port == 0 ? ", any free port" : ", port " + port)
                + (advertise.isEmpty() ? "" : ", advertised as " + String.join(",", advertise))
                + (plain ? ", not encrypted" : "")
                + (secretFile == null ? "" : ", secret in " + secretFile);
    }
}
