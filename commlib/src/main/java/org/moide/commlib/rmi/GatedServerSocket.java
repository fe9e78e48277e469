package org.moide.commlib.rmi;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.Loop;

/**
 * RMI's server socket, which accepts only connections that have passed the gate. The gate's thread adds them, and
 * RMI's accepting thread takes them.
 */
final class GatedServerSocket extends ServerSocket {
    private final int port;
    private final int maximumSessions;
    private final long requestBytes;
    private final Carrying carrying;
    private final FaultHandler faults;
    private final Claims claims;
    private final ThreadLocal<MeteredSocket> serving;
    private final BlockingQueue<Optional<Socket>> arrived = new LinkedBlockingQueue<>();
    private final Set<Socket> sessions = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private volatile @Nullable Thread taker;

    /**
     * Creates a server socket without connections.
     *
     * @param serving holds, for each thread, the connection whose calls the thread serves; the connections set it
     */
    GatedServerSocket(
            int port,
            int maximumSessions,
            long requestBytes,
            Carrying carrying,
            FaultHandler faults,
            Claims claims,
            ThreadLocal<MeteredSocket> serving)
            throws IOException {
        this.claims = claims;
        this.serving = serving;
        this.port = port;
        this.maximumSessions = maximumSessions;
        this.requestBytes = requestBytes;
        this.carrying = carrying;
        this.faults = faults;
    }

    /** Takes a connection that has passed the gate. */
    void admit(AdmittedConnection line, String caller) {
        MeteredSocket session =
                new MeteredSocket(line, carrying, requestBytes, caller, faults, sessions::remove, claims, serving);
        sessions.add(session);
        arrived.add(Optional.of(session));
        Thread rmis = taker;
        if (rmis != null && !rmis.isAlive() && !closed) {
            // RMI's own accepting thread ends at some errors without a message; then no connection would be served any
            // more.
            session.close();
            faults.onDeath(rmis.getName(), Loop.broken("RMI's thread that takes connections has ended"));
        }
        if (closed) {
            session.close();
        }
    }

    boolean full() {
        return sessions.size() >= maximumSessions;
    }

    int sessionCount() {
        return sessions.size();
    }

    @Override
    public Socket accept() throws IOException {
        taker = Thread.currentThread();
        while (!closed) {
            try {
                return arrived.take().orElseThrow(() -> new SocketException("the space is closed"));
            } catch (InterruptedException notByUs) {
                // An application may interrupt every thread it finds; if this method gave up, RMI would not call it
                // again.
            }
        }
        throw new SocketException("the space is closed");
    }

    @Override
    public void close() {
        closed = true;
        arrived.add(Optional.empty());
        for (Socket session : sessions) {
            try {
                session.close();
            } catch (IOException e) {
                // The session counts as closed anyway.
            }
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public int getLocalPort() {
        return port;
    }

    @Override
    public InetAddress getInetAddress() {
        return InetAddress.getLoopbackAddress();
    }

    @Override
    public String toString() {
        return "gate at port " + port;
    }
}
