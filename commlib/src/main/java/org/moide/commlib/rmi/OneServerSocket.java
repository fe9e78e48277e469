package org.moide.commlib.rmi;

import java.net.ServerSocket;
import java.rmi.server.RMIServerSocketFactory;

/** Gives RMI the gate's server socket. Each space has its own factory: RMI keeps one listening thread for each. */
final class OneServerSocket implements RMIServerSocketFactory {
    private final GatedServerSocket socket;

    OneServerSocket(GatedServerSocket socket) {
        this.socket = socket;
    }

    @Override
    public ServerSocket createServerSocket(int port) {
        return socket;
    }
}
