package org.moide.coordinator.plan;

import java.io.Serializable;
import java.util.List;
import org.moide.commlib.tunnel.TunnelName;

/**
 * The address of an engine daemon, as the user gave it.
 *
 * @param host the name or address in the user's words; an IPv6 address has no brackets here
 * @param port from 1 to 65535
 * @param slots the number of compute threads of its engine, as in mpirun's host files; 0 if not given
 */
public record DaemonAddress(String host, int port, int slots) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The default port of {@code moide engine}, and of a host that is named without a port. */
    public static final int DEFAULT_PORT = 7100;

    public DaemonAddress {
        if (host.isBlank()) {
            throw new IllegalArgumentException("expected a host name, found '" + host + "'");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("expected a port from 1 to 65535, found " + port);
        }
        if (slots < 0) {
            throw new IllegalArgumentException("expected 0 slots or more, found " + slots);
        }
    }

    /** Returns whether connections to the daemon go through ssh. */
    public boolean isThroughSsh() {
        return TunnelName.isOne(host);
    }

    /**
     * Returns whether connections to these daemons go through ssh.
     *
     * @return true if those to all daemons do, false if those to none do
     * @throws PlanException if only some do, since the daemons could not reach each other
     */
    public static boolean areThroughSsh(List<DaemonAddress> daemons) {
        List<DaemonAddress> through =
                daemons.stream().filter(DaemonAddress::isThroughSsh).toList();
        if (through.isEmpty() || through.size() == daemons.size()) {
            return !through.isEmpty();
        }
        DaemonAddress other = daemons.stream()
                .filter(daemon -> !daemon.isThroughSsh())
                .findFirst()
                .orElseThrow();
        throw new PlanException("expected hosts that are all reached through ssh (moide up --tunnel), or none, found "
                + through.get(0) + ", which is, and " + other + ", which is not: they cannot reach each other");
    }

    /** Returns {@code host:port} in the form that {@code --hosts} reads. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
