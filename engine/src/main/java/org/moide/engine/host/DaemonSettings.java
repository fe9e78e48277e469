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
 * The settings by which a daemon makes its engines.
 *
 * @param hostName the host's name, as it appears in messages
 * @param labels the labels that this host carries, for directives of workers
 * @param secret the cluster's secret
 * @param enginePorts the ports, of which each engine takes one ({@code --engine-ports})
 * @param bind the address engines listen on
 * @param advertise the addresses by which others reach the engines; empty: those that the engines find
 * @param plain whether connections go without TLS
 * @param command the command that starts a child JVM; its main class reads launch orders
 * @param tunnel the ways by which this host's processes reach others and are reached, where everything goes through
 *     ssh; null where they use the network
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
    /** Creates the settings of a daemon in a network. */
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
     * Returns the addresses by which others reach an engine of a run; in a tunnel, its name in the run's star.
     *
     * @param coordinator the run's coordinator
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

    /** Returns an order's options with those that only this host knows. */
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

    /** Returns the settings in words, without the secret. */
    @Override
    public String toString() {
        return "engines on " + hostName + ", ports " + enginePorts + ", bound to " + bind + ", advertised as "
                + advertise + (plain ? ", plain" : "");
    }
}
