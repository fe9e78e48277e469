package org.moide.coordinator.plan;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.tunnel.TunnelName;

/**
 * The settings for reaching this process, and for who may come in.
 *
 * @param bind the address to listen on; null for the default of the command: loopback while all engines are on this
 *     machine, else all addresses
 * @param port the port to listen on; 0 for any that is free
 * @param advertise the names or addresses under which others reach this process; empty to find them out
 * @param plain whether connections are authenticated but not encrypted, for a network that is trusted
 * @param secretFile where the cluster's secret is; null for the usual place in the home directory
 */
public record NetworkSettings(
        @Nullable String bind,
        int port,
        List<String> advertise,
        boolean plain,
        @Nullable Path secretFile) {
    /** The value of {@code advertise} of a process behind tunnels: its name in the tunnels that it opens. */
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
     * Returns the same settings, or, if these daemons are reached through tunnels, settings by which they can reach
     * this process: it listens on loopback, where ssh delivers their connections.
     *
     * @throws PlanException if this process was told something else and the daemons are reached through tunnels
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

    /** Returns the default settings. */
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
