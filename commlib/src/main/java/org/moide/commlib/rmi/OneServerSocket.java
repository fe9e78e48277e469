package org.moide.commlib.rmi;

import java.io.IOException;
import java.net.ServerSocket;
import java.rmi.server.RMIServerSocketFactory;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A socket factory that gives RMI the gate's server socket. Each space has its own factory, since RMI has one listening
 * thread for each factory. RMI calls it once and keeps the factory as long as the JVM lives. So the factory drops its
 * reference to the socket, which would otherwise stay after its space is closed.
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
