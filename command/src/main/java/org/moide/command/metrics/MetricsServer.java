package org.moide.command.metrics;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.command.http.HttpAnswer;
import org.moide.command.http.HttpRequest;
import org.moide.command.http.HttpServer;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.ServerIdentity;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.plan.PlanException;

/**
 * An HTTP server of {@code /metrics}. On loopback it uses plain HTTP, and answers requests that name its own address;
 * elsewhere it uses TLS and answers requests with the token. Thread-safe.
 */
public final class MetricsServer implements AutoCloseable {
    /** The greatest number of connections at a time. A collector uses one at a time. */
    private static final int MOST_CONNECTIONS = 16;

    private static final String BEARER = "Bearer ";

    private final Supplier<String> text;
    private final Set<String> hosts;
    private final byte[] token;
    private final HttpServer server;
    private final String address;

    private MetricsServer(
            ServerSocket socket,
            HttpServer.Security security,
            String address,
            byte[] token,
            Supplier<String> text,
            DaemonThreads threads,
            Ticker ticker) {
        this.text = text;
        this.token = token.clone();
        this.address = address;
        int port = socket.getLocalPort();
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
        this.server = new HttpServer(socket, security, MOST_CONNECTIONS, this::answer, "metrics", threads, ticker);
    }

    /**
     * Opens a server.
     *
     * @param home the folder of the token and the certificate, which are created when first needed
     * @param text returns the metrics for a request; called on the connection's thread
     * @throws PlanException if it cannot listen there
     */
    public static MetricsServer open(
            MetricsPlace place, Path home, Supplier<String> text, DaemonThreads threads, Ticker ticker) {
        InetAddress at = place.inetAddress();
        boolean loopback = at.isLoopbackAddress();
        try {
            if (loopback) {
                ServerSocket socket = HttpServer.at(at, place.port());
                String url = "http://" + named(place, socket.getLocalPort()) + "/metrics";
                return new MetricsServer(socket, HttpServer.Security.NONE, url, new byte[0], text, threads, ticker);
            }
            Path tokenFile = home.resolve("metrics-token");
            String token = ClusterSecret.loadOrCreate(tokenFile, new SystemRandomness().generator())
                    .toText();
            ServerIdentity identity = ServerIdentity.loadOrMake(home, "metrics");
            ServerSocket socket = HttpServer.at(at, place.port());
            String url = "https://" + named(place, socket.getLocalPort()) + "/metrics, to those who send the token in "
                    + tokenFile + "; its certificate is " + identity.certificate();
            return new MetricsServer(
                    socket, identity::secure, url, token.getBytes(StandardCharsets.US_ASCII), text, threads, ticker);
        } catch (IOException impossible) {
            throw new PlanException(
                    "--metrics: cannot listen at " + named(place, place.port()) + ": " + impossible.getMessage());
        }
    }

    /**
     * Opens a server like {@link #open} if one is wanted, and passes its address to {@code said}.
     *
     * @return the server; null if none is wanted
     */
    public static @Nullable MetricsServer openIfWanted(
            @Nullable MetricsPlace place,
            Path home,
            Supplier<String> text,
            DaemonThreads threads,
            Ticker ticker,
            Consumer<String> said) {
        if (place == null) {
            return null;
        }
        MetricsServer served = open(place, home, text, threads, ticker);
        said.accept("metrics at " + served.address());
        return served;
    }

    private static String named(MetricsPlace place, int port) {
        return (place.address().indexOf(':') < 0 ? place.address() : "[" + place.address() + "]") + ":" + port;
    }

    /** Returns the server's address in words, with the token or certificate that a caller needs. */
    public String address() {
        return address;
    }

    int port() {
        return server.port();
    }

    private void answer(HttpRequest request, HttpAnswer answer) throws IOException {
        if (!isLetIn(request)) {
            answer.refuse("403 Forbidden");
        } else if (!request.path().equals("/metrics")) {
            answer.refuse("404 Not Found");
        } else {
            answer.whole(
                    "200 OK",
                    "Content-Type: " + MetricsText.CONTENT_TYPE + "\r\n",
                    text.get().getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Returns whether the sender of a request may see the metrics. On loopback the headers decide, so that a page of
     * another site cannot read them through the user's browser; elsewhere the token decides.
     */
    private boolean isLetIn(HttpRequest request) {
        if (token.length == 0) {
            return hosts.contains(request.header("host"))
                    && request.header("origin").isEmpty();
        }
        String shown = request.header("authorization");
        return shown.startsWith(BEARER)
                && MessageDigest.isEqual(
                        shown.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8), token);
    }

    @Override
    public void close() {
        server.close();
    }
}
