package org.moide.commlib.rmi;

import java.io.IOException;
import java.net.ServerSocket;
import java.rmi.server.RMIServerSocketFactory;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Gives RMI the gate's server socket. Each space has its own factory: RMI keeps one listening thread for each. It asks once,
 * and keeps the factory for as long as the JVM lives, in which many spaces may open and close; so the socket, and
 * all that hangs on it, is given away.
 */
final class OneServerSocket implements RMIServerSocketFactory {
    private final AtomicReference<GatedServerSocket> socket;

    OneServerSocket(GatedServerSocket socket) {
        this.socket = new AtomicReference<>(socket);
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        ServerSocket given = socket.getAndSet(null);
        if (given == null) {
            throw new IOException("expected to be asked once for the server socket at port " + port);
        }
        return given;
    }
}
