package org.moide.coordinator.folder;

import org.moide.commlib.security.ClusterSecret;

/**
 * The address at which a run's coordinator accepts commands of its user. The port is on loopback. Every process that
 * can read the run's folder knows the secret.
 *
 * @param secret the secret that commands to this run need; it is used for nothing else
 */
public record ControlAddress(int port, ClusterSecret secret) {
    public ControlAddress {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("expected a port from 1 to 65535, found " + port);
        }
    }
}
