package org.moide.commlib.tunnel;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.gate.Routes;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;

/**
 * The tunnel by which a process of a host whose ports are closed reaches others, and is reached. All its processes have
 * one of these; the daemon's opens the door too. Any thread.
 */
public final class HostTunnel implements Routes {
    private static final String LOOPBACK = "127.0.0.1";

    private final HostWays ways;
    private final GateFiles gates;
    private volatile int port;

    public HostTunnel(HostWays ways) {
        this.ways = ways;
        this.gates = new GateFiles(ways.folder());
    }

    /**
     * Makes the routes of a process that was told so.
     *
     * @param ways as {@link HostWays#text} says them; null where all is by the network
     * @throws IllegalArgumentException if they are something else
     */
    public static Routes routes(@Nullable String ways) {
        return ways == null ? Routes.NETWORK : new HostTunnel(HostWays.of(ways));
    }

    /**
     * Opens the door at which ssh puts in those that come from other hosts.
     *
     * @throws IOException if that cannot be, and why
     */
    public TunnelDoor openDoor(Ticker ticker, FaultHandler faults) throws IOException {
        TunnelDoor door = new TunnelDoor("tunnel-door", ticker, faults);
        boolean opened = false;
        try {
            door.open(ways.folder().resolve(HostWays.IN), ask -> ways.admit(ask, gates::has));
            opened = true;
            return door;
        } finally {
            if (!opened) {
                door.close();
            }
        }
    }

    @Override
    public Way to(String text) throws IOException {
        TunnelName name = TunnelName.of(text);
        if (name == null) {
            return new ByNetwork(text);
        }
        Path socket = ways.socketFor(name);
        if (socket == null) {
            return new ByNetwork(LOOPBACK);
        }
        return new ThroughSocket(
                name.host(), nanos -> socket, () -> "the tunnel was closed: the ssh to that host may have ended");
    }

    @Override
    public void opened(int ownPort) throws IOException {
        port = ownPort;
        gates.put(ownPort);
    }

    @Override
    public void close() {
        if (port > 0) {
            gates.remove(port);
        }
    }
}
