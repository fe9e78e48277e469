package org.moide.command.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;

/**
 * An HTTP server for GET: one request for each connection, a head of limited size, no request bodies. Request and
 * answer have a common time limit, after which the connection is closed, even if it is blocked.
 *
 * <p>Thread-safe; this object guards the open connections. One thread accepts connections, one closes them at their
 * time limit, and each connection has a thread that answers.
 */
public final class HttpServer implements AutoCloseable {
    /** The time limit in nanoseconds for receiving a request's head. */
    private static final long REQUEST_NANOS = 5_000_000_000L;

    private static final int REQUEST_MILLIS = (int) (REQUEST_NANOS / 1_000_000);

    /** The time limit in nanoseconds for request and answer, except for answers of unlimited duration. */
    private static final long WHOLE_NANOS = 30_000_000_000L;

    private static final long LOOK_MILLIS = 1_000;

    /**
     * The longest wait in milliseconds for the accepting thread to end. The system keeps the port until it has ended.
     */
    private static final long CLOSING_MILLIS = 2_000;

    /** The greatest number of ports that are tried, upwards from the requested one. */
    private static final int MOST_PORTS = 20;

    private static final int BACKLOG = 16;

    private final ServerSocket socket;
    private final Security security;
    private final int mostConnections;
    private final Handler handler;
    private final DaemonThreads threads;
    private final Ticker ticker;
    private final String role;
    private final Thread accepting;
    private final Map<Socket, Long> open = new HashMap<>();
    private boolean closed;

    /** Answers a request with a complete head. Several threads call it at once. */
    public interface Handler {
        void answer(HttpRequest request, HttpAnswer answer) throws IOException, InterruptedException;
    }

    /** A protocol, such as TLS, that protects a connection from eavesdropping. */
    public interface Security {
        /** The protocol that protects nothing, for connections on loopback. */
        Security NONE = caller -> caller;

        /** Returns the protected connection. Blocks until the handshake is done. */
        Socket secure(Socket caller) throws IOException;
    }

    /**
     * Starts the threads.
     *
     * @param mostConnections the limit on the number of connections at a time; a further caller gets an error
     * @param role the prefix of its threads' names
     */
    public HttpServer(
            ServerSocket socket,
            Security security,
            int mostConnections,
            Handler handler,
            String role,
            DaemonThreads threads,
            Ticker ticker) {
        this.socket = socket;
        this.security = security;
        this.mostConnections = mostConnections;
        this.handler = handler;
        this.threads = threads;
        this.ticker = ticker;
        this.role = role;
        accepting = loop(role + "-accept", this::accept);
        loop(role + "-deadlines", this::closeLate);
    }

    /**
     * Opens a port on loopback.
     *
     * @param port the preferred port, or a free one above it; 0 for any
     * @throws IOException if no port is free
     */
    public static ServerSocket onLoopback(int port) throws IOException {
        InetAddress loopback = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
        for (int next = port; port != 0 && next < Math.min(port + MOST_PORTS, 65_536); next++) {
            try {
                return at(loopback, next);
            } catch (BindException taken) {
                // the next port may be free
            }
        }
        return at(loopback, 0);
    }

    /**
     * Opens this port.
     *
     * @throws IOException if it is not free
     */
    public static ServerSocket at(InetAddress address, int port) throws IOException {
        ServerSocket made = new ServerSocket();
        try {
            made.bind(new InetSocketAddress(address, port), BACKLOG);
            return made;
        } catch (IOException taken) {
            made.close();
            throw taken;
        }
    }

    public int port() {
        return socket.getLocalPort();
    }

    private Thread loop(String name, Loop.Round round) {
        FaultHandler faults = threads.faults();
        Thread thread = DaemonThreads.named(name, Loop.ofRounds(name, socket::isClosed, round, faults), faults);
        thread.start();
        return thread;
    }

    private void accept() throws IOException {
        Socket caller;
        try {
            caller = socket.accept();
        } catch (SocketException ended) {
            if (socket.isClosed()) {
                return;
            }
            throw ended;
        }
        try {
            serve(caller);
        } catch (IOException gone) {
            forget(caller);
        } catch (RuntimeException | Error fault) {
            // Threads or memory were too short for this connection; others are served.
            close(caller);
            forget(caller);
            Loop.tell(role + "-accept", fault, threads.faults());
        }
    }

    private void serve(Socket caller) throws IOException {
        synchronized (this) {
            if (closed || open.size() >= mostConnections) {
                try (caller) {
                    if (security == Security.NONE) { // a handshake would delay other connections
                        new HttpAnswer(caller, () -> {}).refuse("503 Service Unavailable");
                    }
                }
                return;
            }
            open.put(caller, ticker.nanoTime());
        }
        Thread thread = threads.newThread(() -> {
            try (caller) {
                answer(caller);
            } catch (IOException gone) {
                // A caller that went away or was too slow is not an error.
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error fault) {
                Loop.tell(role, fault, threads.faults());
            } finally {
                forget(caller);
            }
        });
        thread.start();
    }

    private synchronized void forget(Socket caller) {
        open.remove(caller);
        notifyAll();
    }

    private void answer(Socket caller) throws IOException, InterruptedException {
        long start = ticker.nanoTime();
        caller.setSoTimeout(REQUEST_MILLIS);
        caller.setTcpNoDelay(true);
        Socket safe = security.secure(caller);
        HttpRequest request = HttpRequest.read(
                new BufferedInputStream(safe.getInputStream()), () -> ticker.nanoTime() - start > REQUEST_NANOS);
        if (request == null) {
            return;
        }
        HttpAnswer answer = new HttpAnswer(safe, () -> goesOn(caller));
        if (request.method().equals("GET")) {
            handler.answer(request, answer);
        } else {
            answer.refuse("403 Forbidden");
        }
    }

    /** Removes the time limit of a connection. */
    private synchronized void goesOn(Socket caller) {
        open.replace(caller, Long.MAX_VALUE);
    }

    @SuppressWarnings("WaitNotInLoop") // called in a loop that checks everything after each wait
    private synchronized void closeLate() throws InterruptedException {
        if (!closed) {
            wait(LOOK_MILLIS);
        }
        long now = ticker.nanoTime();
        for (Map.Entry<Socket, Long> one : open.entrySet()) {
            if (one.getValue() != Long.MAX_VALUE && now - one.getValue() > WHOLE_NANOS) {
                close(one.getKey());
            }
        }
    }

    private static void close(Socket caller) {
        try {
            caller.close();
        } catch (IOException gone) {
            // It is closed in any case.
        }
    }

    /** Closes all connections, and returns when the port is free. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            socket.close();
        } catch (IOException gone) {
            // It is closed in any case.
        }
        DaemonThreads.join(accepting, CLOSING_MILLIS);
        Set<Socket> left;
        synchronized (this) {
            left = Set.copyOf(open.keySet());
        }
        left.forEach(HttpServer::close);
    }
}
