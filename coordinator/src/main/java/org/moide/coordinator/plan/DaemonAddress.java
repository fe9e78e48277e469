package org.moide.coordinator.plan;

import java.io.Serializable;

/**
 * Where the user says that an engine daemon is.
 *
 * @param host a name or an address, as it was written; an IPv6 address without its brackets
 * @param port from 1 to 65535
 * @param slots how many compute threads its engine is to have, as in mpirun's host files; 0 if it was not said
 */
public record DaemonAddress(String host, int port, int slots) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Where {@code moide engine} listens if it is not told, and where a host without a port is looked for. */
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

    /** {@code host:port}, as it can be given to {@code --hosts} again. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
