package org.moide.coordinator.plan;

import java.io.Serializable;
import java.util.List;
import org.moide.commlib.tunnel.TunnelName;

/**
 * The address of an engine daemon as the user gave it.
 *
 * @param host the name or address, as it was written; an IPv6 address without its brackets
 * @param port from 1 to 65535
 * @param slots the number of compute threads that its engine is to have, as in mpirun's host files; 0 if it was not
 *     given
 */
public record DaemonAddress(String host, int port, int slots) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The port of {@code moide engine} if it is given none, and of a host that is named without a port. */
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

    /** Returns whether the daemon is reached through ssh. */
    public boolean isThroughSsh() {
        return TunnelName.isOne(host);
    }

    /**
     * Returns whether these daemons are reached through ssh, which is the same for all of them.
     *
     * @return true if all are, false if none is
     * @throws PlanException if some are and some are not: those could not reach each other
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

    /** Returns {@code host:port}, as it can be given to {@code --hosts} again. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
