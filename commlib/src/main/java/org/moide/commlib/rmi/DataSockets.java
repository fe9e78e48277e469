package org.moide.commlib.rmi;

import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.port.DataConnection;

/**
 * The data connections of a process in both directions: the acceptors by name, and the sockets of all open
 * connections. Any thread may call it; never blocks.
 */
final class DataSockets {
    private final Carrying carrying;
    private final Map<String, Consumer<DataConnection.Arriving>> acceptors = new ConcurrentHashMap<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    DataSockets(Carrying carrying) {
        this.carrying = carrying;
    }

    void accept(String name, Consumer<DataConnection.Arriving> acceptor) {
        acceptors.put(name, acceptor);
    }

    void decline(String name) {
        acceptors.remove(name);
    }

    int count() {
        open.removeIf(Socket::isClosed);
        return open.size();
    }

    /** Registers a socket, so that {@link #close} closes it. */
    void keep(Socket wire) {
        open.add(wire);
        if (closed) {
            close(wire);
        }
    }

    /** Passes a connection that has passed the gate to the acceptor of its name. */
    void arrived(AdmittedConnection line, String name) {
        Socket wire = line.wire();
        Consumer<DataConnection.Arriving> acceptor = acceptors.get(name);
        if (acceptor == null) {
            close(wire);
            return;
        }
        keep(wire);
        acceptor.accept(new DataConnection.Arriving() {
            private @Nullable DataConnection opened;

            @Override
            public DataConnection open() throws IOException {
                if (opened != null) {
                    throw new IllegalStateException("expected a connection that was not opened yet");
                }
                DataConnection made = carrying.acceptConnection(line);
                opened = made;
                return made;
            }

            @Override
            public void close() {
                DataSockets.close(wire);
            }
        });
    }

    void close() {
        closed = true;
        open.forEach(DataSockets::close);
        open.clear();
    }

    private static void close(Socket wire) {
        try {
            // Not TLS's own close, which may wait for a stopped peer.
            wire.close();
        } catch (IOException e) {
            // The socket counts as closed anyway.
        }
    }
}
