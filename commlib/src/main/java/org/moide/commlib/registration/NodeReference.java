package org.moide.commlib.registration;

import java.io.Serializable;
import java.util.List;

/**
 * A reference to a process: the addresses at which it is reached, and an ID that distinguishes it from other processes
 * at the same address.
 *
 * @param nodeId unique to the process: "engine-3 on h9 (pid 4711)" and some random digits
 * @param addresses every host name or address to try, in order
 * @param port the only port on which the process listens
 */
public record NodeReference(String nodeId, List<String> addresses, int port) implements Serializable {
    private static final long serialVersionUID = 1L;

    public NodeReference {
        addresses = List.copyOf(addresses);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("expected a port from 0 to 65535, found " + port);
        }
    }

    @Override
    public String toString() {
        return nodeId + " at " + String.join("|", addresses) + ":" + port;
    }
}
