package org.moide.commlib.gate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;

/** A gate on loopback whose callers are kept in a list. */
final class OpenGate implements AutoCloseable, GateHost {
    static final ClusterSecret SECRET =
            ClusterSecret.of("a secret of the tests, 32 bytes!".getBytes(StandardCharsets.UTF_8));
    static final byte[] PAYLOAD = "who we are".getBytes(StandardCharsets.UTF_8);

    final Queue<String> callers = new ConcurrentLinkedQueue<>();
    final Queue<String> lifelines = new ConcurrentLinkedQueue<>();
    final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final DeadlineWatch watch;
    private final Gate gate;
    private final NodeReference node;
    private final GateTerms terms;

    OpenGate(Encryption encryption, GateLimits limits) throws IOException {
        ServerSocketChannel listening =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        this.node = new NodeReference(
                "gate under test", List.of("127.0.0.1"), listening.socket().getLocalPort());
        this.terms = terms(node.nodeId(), SECRET, encryption, limits);
        this.watch =
                new DeadlineWatch("test-deadlines", System::nanoTime, (where, fault) -> faults.add(fault), () -> {});
        this.gate = new Gate(terms, this, listening, watch, "test-gate");
        gate.start();
    }

    static GateLimits limits(Duration handshake, int waiting) {
        GateLimits defaults = GateLimits.defaults();
        return new GateLimits(
                handshake,
                waiting,
                defaults.sessions(),
                defaults.requestBytes(),
                defaults.connectionsPerPeer(),
                defaults.connect(),
                defaults.idle());
    }

    private GateTerms terms(String nodeId, ClusterSecret secret, Encryption encryption, GateLimits limits) {
        return new GateTerms(
                nodeId,
                SoftwareVersion.current(),
                secret,
                encryption,
                limits,
                System::nanoTime,
                new SecureRandom(),
                (where, fault) -> faults.add(fault));
    }

    GateCaller caller(ClusterSecret secret, Encryption encryption) {
        return new GateCaller(terms("a caller", secret, encryption, GateLimits.defaults()), watch, gate);
    }

    NodeReference node() {
        return node;
    }

    GateCounters counters() {
        return gate.counters();
    }

    static long in(Duration time) {
        return System.nanoTime() + time.toNanos();
    }

    Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
        socket.setSoTimeout(20_000);
        socket.setTcpNoDelay(true);
        return socket;
    }

    @Override
    public byte[] payload(Purpose purpose) {
        return PAYLOAD.clone();
    }

    @Override
    public void arrived(Socket socket, Socket wire, String caller) {
        sockets.add(socket);
        callers.add(caller);
    }

    @Override
    public void arrived(Socket wire, @Nullable ByteChannel sealed, String name) {
        sockets.add(wire);
        callers.add(name);
    }

    Socket takeArrived() {
        return sockets.remove();
    }

    @Override
    public boolean full() {
        return false;
    }

    @Override
    public void lifelineOpened(String owner) {
        lifelines.add("+" + owner);
    }

    @Override
    public void lifelineClosed(String owner) {
        lifelines.add("-" + owner);
    }

    @Override
    public void close() {
        gate.close();
        watch.close();
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                faults.add(e);
            }
        }
        Assertions.assertThat(faults).as("faults that nobody expected").isEmpty();
    }
}
