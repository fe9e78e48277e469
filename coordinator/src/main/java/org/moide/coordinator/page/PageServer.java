package org.moide.coordinator.page;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.report.html.PageParts;

/**
 * Serves one page and its events, on loopback, to whom the {@link PageDoor} lets in; read-only. It speaks the little of HTTP that
 * this takes: one GET for each connection, a bounded head within a deadline, no bodies.
 *
 * <p>Threads: any; what is open is guarded by this object. One thread accepts, one serves each connection.
 */
final class PageServer implements AutoCloseable {
    /** Browsers that are told what happens; one more is told that there are too many. */
    static final int MOST_CLIENTS = 16;

    /** Those, and others that have not said yet what they want. */
    static final int MOST_CONNECTIONS = 2 * MOST_CLIENTS + 16;

    /** A request's head comes within it, or the connection ends. */
    private static final long REQUEST_NANOS = 5_000_000_000L;

    private static final int REQUEST_MILLIS = (int) (REQUEST_NANOS / 1_000_000);

    /** The last words get this long to be taken. */
    private static final long LAST_WORDS_MILLIS = 2_000;

    /** From a port that was asked for upwards. */
    private static final int MOST_PORTS = 20;

    private static final int BACKLOG = 16;

    private static final String BODY = """
            <main><div id="report"></div><div id="live"></div></main>
            <noscript><p>This page is drawn by its script, which this browser does not run.</p></noscript>
            """;

    private final ServerSocket socket;
    private final PageDoor door;
    private final PageParts parts;
    private final Supplier<List<byte[]>> greeting;
    private final ThreadFactory threads;
    private final Ticker ticker;
    private final Thread accepting;
    private final Set<Socket> open = new HashSet<>();
    private final Set<PageClient> clients = new HashSet<>();
    private boolean closed;

    /**
     * Opens it.
     *
     * @param port where, or a free one above it if that is taken; 0 for any
     * @param greeting the events that a new client is told before all others
     * @throws IOException if there is no port to be had
     */
    PageServer(
            int port,
            PageParts parts,
            Supplier<List<byte[]>> greeting,
            SystemRandomness randomness,
            ThreadFactory threads,
            Ticker ticker)
            throws IOException {
        this.parts = parts;
        this.greeting = greeting;
        this.threads = threads;
        this.ticker = ticker;
        this.socket = listen(port);
        this.door =
                new PageDoor(port(), randomness.bytes(PageDoor.SECRET_BYTES), randomness.bytes(PageDoor.SECRET_BYTES));
        accepting = threads.newThread(this::accept);
        accepting.setName("page-accept");
        accepting.start();
    }

    private static ServerSocket listen(int port) throws IOException {
        InetAddress loopback = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
        for (int next = port; port != 0 && next < Math.min(port + MOST_PORTS, 65_536); next++) {
            ServerSocket made = new ServerSocket();
            try {
                made.bind(new InetSocketAddress(loopback, next), BACKLOG);
                return made;
            } catch (BindException taken) {
                made.close();
            }
        }
        return new ServerSocket(0, BACKLOG, loopback);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** What lets one browser in. */
    String address() {
        return "http://127.0.0.1:" + port() + door.firstPath();
    }

    /** Tells all clients. Never waits. */
    synchronized void tell(byte[] event) {
        clients.forEach(client -> client.tell(event));
    }

    synchronized boolean hasClients() {
        return !clients.isEmpty();
    }

    private void accept() {
        while (true) {
            try {
                serve(socket.accept());
            } catch (IOException ended) {
                if (socket.isClosed()) {
                    return;
                }
            }
        }
    }

    private void serve(Socket caller) throws IOException {
        synchronized (this) {
            if (closed || open.size() >= MOST_CONNECTIONS) {
                refuse(caller, "503 Service Unavailable");
                return;
            }
            open.add(caller);
        }
        Thread thread = threads.newThread(() -> {
            try (caller) {
                answer(caller);
            } catch (IOException gone) {
                // A browser that went away is no fault of the run's.
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
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
        PageRequest request = PageRequest.read(
                new BufferedInputStream(caller.getInputStream()), () -> ticker.nanoTime() - start > REQUEST_NANOS);
        if (request == null) {
            return;
        }
        PageDoor.Entry entry = request.method().equals("GET") ? door.entry(request) : PageDoor.Entry.REFUSED;
        if (entry == PageDoor.Entry.REFUSED) {
            refuse(caller, "403 Forbidden");
        } else if (request.path().equals("/")) {
            page(caller, entry == PageDoor.Entry.NEW);
        } else if (request.path().equals("/events") && isOwnPage(request)) {
            events(caller);
        } else {
            refuse(caller, "404 Not Found");
        }
    }

    /** Browsers say whose page asks; those that do not are held to the cookie alone. */
    private static boolean isOwnPage(PageRequest request) {
        String site = request.header("sec-fetch-site");
        return site.isEmpty() || site.equals("same-origin");
    }

    private void page(Socket caller, boolean isNew) throws IOException {
        byte[] body = parts.page("", BODY).getBytes(StandardCharsets.UTF_8);
        write(
                caller,
                "200 OK",
                "Content-Type: text/html; charset=utf-8\r\n"
                        + "Content-Security-Policy: " + parts.policy()
                        + "; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
                        + (isNew ? "Set-Cookie: " + door.cookieLine() + "\r\n" : ""),
                body);
    }

    private void events(Socket caller) throws IOException, InterruptedException {
        PageClient client = enter(caller);
        if (client == null) {
            refuse(caller, "503 Service Unavailable");
            return;
        }
        try {
            OutputStream out = caller.getOutputStream();
            out.write(head("200 OK", "Content-Type: text/event-stream\r\n"));
            client.serve(out);
        } finally {
            synchronized (this) {
                clients.remove(client);
            }
        }
    }

    private synchronized @Nullable PageClient enter(Socket caller) {
        if (clients.size() >= MOST_CLIENTS) {
            return null;
        }
        PageClient client = new PageClient(caller);
        greeting.get().forEach(client::tell);
        if (closed) {
            client.end();
        }
        clients.add(client);
        return client;
    }

    private static void refuse(Socket caller, String status) throws IOException {
        try (caller) {
            write(caller, status, "", new byte[0]);
        }
    }

    private static void write(Socket caller, String status, String headers, byte[] body) throws IOException {
        OutputStream out = caller.getOutputStream();
        out.write(head(status, headers + "Content-Length: " + body.length + "\r\n"));
        out.write(body);
        out.flush();
    }

    private static byte[] head(String status, String headers) {
        String text = "HTTP/1.1 " + status + "\r\n" + headers
                + "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                + "Cross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n";
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Lets clients take the last words for a moment, then drops all. */
    @Override
    public void close() {
        long start = ticker.nanoTime();
        synchronized (this) {
            closed = true;
            clients.forEach(PageClient::end);
            try {
                for (long left = LAST_WORDS_MILLIS; !clients.isEmpty() && left > 0; ) {
                    wait(left);
                    left = LAST_WORDS_MILLIS - (ticker.nanoTime() - start) / 1_000_000;
                }
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
        closeAll();
    }

    private void closeAll() {
        try {
            socket.close();
        } catch (IOException gone) {
            // It is closed one way or another.
        }
        DaemonThreads.join(accepting, LAST_WORDS_MILLIS); // until it is out, the system keeps the port
        Set<Socket> left;
        synchronized (this) {
            left = Set.copyOf(open);
        }
        for (Socket caller : left) {
            try {
                caller.close();
            } catch (IOException gone) {
                // It is closed one way or another.
            }
        }
    }
}
