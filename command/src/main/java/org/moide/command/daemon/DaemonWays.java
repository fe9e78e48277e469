package org.moide.command.daemon;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.gate.Routes;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.tunnel.HostTunnel;
import org.moide.commlib.tunnel.HostWays;
import org.moide.commlib.tunnel.TunnelDoor;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.hosts.network.Spaces;

/**
 * The routes of a daemon to other processes. If the daemon is reached through ssh tunnels, this object also listens for
 * the connections that come through them.
 */
final class DaemonWays implements AutoCloseable {
    private final Routes routes;
    private final @Nullable TunnelDoor door;

    private DaemonWays(Routes routes, @Nullable TunnelDoor door) {
        this.routes = routes;
        this.door = door;
    }

    /**
     * Opens the routes. Listens for connections through tunnels if the settings say so.
     *
     * @param tunnel the settings; null if all connections use the network
     * @throws PlanException if the folder for the tunnels' sockets cannot be used
     */
    static DaemonWays open(@Nullable HostWays tunnel, Ticker ticker, FaultHandler faults) {
        if (tunnel == null) {
            return new DaemonWays(Routes.NETWORK, null);
        }
        HostTunnel through = new HostTunnel(tunnel);
        try {
            return new DaemonWays(through, through.openDoor(ticker, faults));
        } catch (IOException impossible) {
            throw new PlanException("--tunnel: " + impossible.getMessage(), impossible);
        }
    }

    RmiSpace space(NetworkSettings network, String bind, ClusterSecret secret, FaultHandler faults, Ticker ticker) {
        return Spaces.openDaemon("engine-daemon", network, bind, secret, faults, ticker, routes);
    }

    @Override
    public void close() {
        if (door != null) {
            door.close();
        }
    }
}
