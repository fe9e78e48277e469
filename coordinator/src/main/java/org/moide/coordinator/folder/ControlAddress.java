package org.moide.coordinator.folder;

import org.moide.commlib.security.ClusterSecret;

/**
 * The address at which a run's coordinator answers commands of its own user: on loopback, for whoever can read its
 * folder.
 *
 * @param secret the secret of this run, for this purpose only
 */
public record ControlAddress(int port, ClusterSecret secret) {
    public ControlAddress {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("expected a port from 1 to 65535, found " + port);
        }
    }
}
