package org.moide.engine.host;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.tunnel.HostWays;
import org.moide.commlib.tunnel.TunnelName;

/**
 * How a daemon makes its engines.
 *
 * @param hostName as it appears in messages
 * @param labels that this host carries, for directives of workers
 * @param secret the cluster's
 * @param enginePorts of which each engine takes one ({@code --engine-ports})
 * @param bind the address engines listen on
 * @param advertise addresses by which others reach them; empty: those they find
 * @param plain no TLS
 * @param command how a child JVM is started; its main class reads launch orders
 * @param tunnel how this host's processes reach others, and are reached, where all goes through ssh; null if it is the network
 */
@SuppressWarnings("ArrayRecordComponent") // copied in and out, compared by nobody
public record DaemonSettings(
        String hostName,
        List<String> labels,
        byte[] secret,
        PortRange enginePorts,
        String bind,
        List<String> advertise,
        boolean plain,
        JavaCommand command,
        @Nullable HostWays tunnel) {
    /** In a network. */
    public DaemonSettings(
            String hostName,
            List<String> labels,
            byte[] secret,
            PortRange enginePorts,
            String bind,
            List<String> advertise,
            boolean plain,
            JavaCommand command) {
        this(hostName, labels, secret, enginePorts, bind, advertise, plain, command, null);
    }

    public DaemonSettings {
        labels = List.copyOf(labels);
        secret = secret.clone();
        advertise = List.copyOf(advertise);
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    /**
     * The addresses by which others reach an engine of a run: in a tunnel its name in the run's star.
     *
     * @param coordinator of the run
     */
    List<String> advertiseFor(NodeReference coordinator) {
        HostWays ways = tunnel;
        if (ways == null) {
            return advertise;
        }
        return coordinator.addresses().stream()
                .map(TunnelName::of)
                .filter(Objects::nonNull)
                .map(name -> new TunnelName(ways.host(), name.star()).text())
                .toList();
    }

    /** What an order says, and what only this host knows. */
    Map<String, String> with(Map<String, String> ordered) {
        Map<String, String> all = new LinkedHashMap<>(ordered);
        if (!labels.isEmpty()) {
            all.put(LaunchOrder.LABELS, String.join(" ", labels));
        }
        HostWays ways = tunnel;
        if (ways != null) {
            all.put(LaunchOrder.TUNNEL, ways.text());
        }
        return all;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "engines on " + hostName + ", ports " + enginePorts + ", bound to " + bind + ", advertised as "
                + advertise + (plain ? ", plain" : "");
    }
}
