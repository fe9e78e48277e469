package org.moide.coordinator.folder;

import org.moide.commlib.security.ClusterSecret;

/**
 * Where a run's coordinator answers commands of its own user: on loopback, to who can read its folder.
 *
 * @param secret this run's, for this only
 */
public record ControlAddress(int port, ClusterSecret secret) {
    public ControlAddress {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("expected a port from 1 to 65535, found " + port);
        }
    }
}
