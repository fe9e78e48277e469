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
 * Settings for the engines that a daemon makes.
 *
 * @param hostName the host's name for messages
 * @param labels the host's labels, for directives of workers
 * @param secret the cluster's secret
 * @param enginePorts the range from which each engine takes a port ({@code --engine-ports})
 * @param bind the address on which engines listen
 * @param advertise the addresses by which other hosts reach the engines; empty to use those that the engines find
 * @param plain whether connections do without TLS
 * @param command the command that starts a child JVM; its main class reads launch orders
 * @param tunnel how this host's processes communicate through tunnels of ssh; null if they use the network
 */
@SuppressWarnings("ArrayRecordComponent") // copied by constructor and accessor, and never compared
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
    /** Creates the settings of a daemon that uses the network. */
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
     * Returns the addresses by which other hosts reach an engine of a run. With tunnels of ssh, it is the name by which
     * the run's coordinator reaches this host through them.
     *
     * @param coordinator the address of the run's coordinator
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

    /** Returns an order's options together with options that only this host knows. */
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

    /** Returns the settings as text, without the secret. */
    @Override
    public String toString() {
        return "engines on " + hostName + ", ports " + enginePorts + ", bound to " + bind + ", advertised as "
                + advertise + (plain ? ", plain" : "");
    }
}
