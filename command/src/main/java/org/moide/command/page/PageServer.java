package org.moide.command.page;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.command.http.HttpAnswer;
import org.moide.command.http.HttpRequest;
import org.moide.command.http.HttpServer;
import org.moide.command.report.html.PageParts;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SystemRandomness;

/**
 * An HTTP server on loopback for one page and its events, for browsers that {@link PageDoor} admits.
 *
 * <p>Thread-safe; this object guards the list of browsers.
 */
final class PageServer implements AutoCloseable {
    /** The greatest number of browsers that receive events; a further one gets an error. */
    static final int MOST_CLIENTS = 16;

    /**
     * The greatest number of connections: those of {@link #MOST_CLIENTS} browsers, and some that have not sent a
     * request yet.
     */
    static final int MOST_CONNECTIONS = 2 * MOST_CLIENTS + 16;

    /** The milliseconds that browsers get to read the last events. */
    private static final long LAST_WORDS_MILLIS = 2_000;

    private static final String BODY = """
            <main><div id="report"></div><div id="live"></div></main>
            <noscript><p>This page is drawn by its script, which this browser does not run.</p></noscript>
            """;

    private final PageDoor door;
    private final PageParts parts;
    private final Supplier<List<byte[]>> greeting;
    private final Ticker ticker;
    private final HttpServer server;
    private final Set<PageClient> clients = new HashSet<>();
    private boolean closed;

    /**
     * Opens the server.
     *
     * @param port the preferred port, or a free one above it; 0 for any
     * @param greeting returns the events that a new browser gets first
     * @throws IOException if no port is free
     */
    PageServer(
            int port,
            PageParts parts,
            Supplier<List<byte[]>> greeting,
            SystemRandomness randomness,
            DaemonThreads threads,
            Ticker ticker)
            throws IOException {
        this.parts = parts;
        this.greeting = greeting;
        this.ticker = ticker;
        ServerSocket socket = HttpServer.onLoopback(port);
        this.door = new PageDoor(
                socket.getLocalPort(),
                randomness.bytes(PageDoor.SECRET_BYTES),
                randomness.bytes(PageDoor.SECRET_BYTES));
        this.server = new HttpServer(
                socket, HttpServer.Security.NONE, MOST_CONNECTIONS, this::answer, "page", threads, ticker);
    }

    int port() {
        return server.port();
    }

    /** Returns the address that admits one browser. */
    String address() {
        return "http://127.0.0.1:" + port() + door.firstPath();
    }

    /** Sends an event to all browsers without waiting. */
    synchronized void tell(byte[] event) {
        clients.forEach(client -> client.tell(event));
    }

    synchronized boolean hasClients() {
        return !clients.isEmpty();
    }

    private void answer(HttpRequest request, HttpAnswer answer) throws IOException, InterruptedException {
        switch (door.entry(request)) {
            case PAGE -> page(answer);
            case EVENTS -> {
                if (isOwnPage(request)) {
                    events(answer);
                } else {
                    answer.refuse("404 Not Found");
                }
            }
            case NOTHING -> answer.refuse("404 Not Found");
            case REFUSED -> answer.refuse("403 Forbidden");
        }
    }

    /**
     * Returns whether the request comes from the server's own page, as far as the browser tells that. A client that
     * does not tell it is trusted if it knows the secret.
     */
    private static boolean isOwnPage(HttpRequest request) {
        String site = request.header("sec-fetch-site");
        return site.isEmpty() || site.equals("same-origin");
    }

    private void page(HttpAnswer answer) throws IOException {
        byte[] body = parts.page("", BODY.replace("<main>", "<main data-place=\"" + door.place() + "\">"))
                .getBytes(StandardCharsets.UTF_8);
        answer.whole(
                "200 OK",
                "Content-Type: text/html; charset=utf-8\r\n"
                        + "Content-Security-Policy: " + parts.policy()
                        + "; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n",
                body);
    }

    private void events(HttpAnswer answer) throws IOException, InterruptedException {
        PageClient client = enter(answer.connection());
        if (client == null) {
            answer.refuse("503 Service Unavailable");
            return;
        }
        try {
            client.serve(answer.stream("Content-Type: text/event-stream\r\n"));
        } finally {
            synchronized (this) {
                clients.remove(client);
                notifyAll();
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

    /** Waits a moment so that browsers read the last events, then closes all connections. */
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
        server.close();
    }
}
