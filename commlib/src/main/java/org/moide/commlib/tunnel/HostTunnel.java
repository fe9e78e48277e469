package org.moide.commlib.tunnel;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.gate.Routes;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;

/**
 * The routes of a process on a host whose ports are closed. The process reaches other processes through a tunnel, and
 * they reach it through the same tunnel. Each process of the host has such an object; that of the daemon also opens the
 * door, at which connections from other hosts arrive. Any thread may call it.
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
     * Returns the routes of a process.
     *
     * @param ways in the form of {@link HostWays#text}; null if all goes through the network
     * @throws IllegalArgumentException if {@code ways} has another form
     */
    public static Routes routes(@Nullable String ways) {
        return ways == null ? Routes.NETWORK : new HostTunnel(HostWays.of(ways));
    }

    /**
     * Opens the door at which ssh delivers connections from other hosts.
     *
     * @throws IOException if that fails; its message says why
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
