package org.moide.commlib.gate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.Assertions;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.CallerHandshake;
import org.moide.commlib.handshake.CallerHello;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.handshake.HandshakeTerms;
import org.moide.commlib.handshake.Purpose;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.Encryption;

/** A gate on loopback for tests, which records the callers that it admits. */
public final class OpenGate implements AutoCloseable, GateHost {
    public static final ClusterSecret SECRET =
            ClusterSecret.of("a secret of the tests, 32 bytes!".getBytes(StandardCharsets.UTF_8));
    public static final byte[] NO_MARK = new byte[0];
    public static final byte[] PAYLOAD = "who we are".getBytes(StandardCharsets.UTF_8);

    public final Queue<String> callers = new ConcurrentLinkedQueue<>();
    final Queue<String> lifelines = new ConcurrentLinkedQueue<>();
    final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    public final Queue<AdmittedConnection> lines = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    /** The errors that the next admitted callers cause in the gate, such as a lack of threads. */
    final Queue<Error> planted = new ConcurrentLinkedQueue<>();

    final Queue<Error> plantedInWatch = new ConcurrentLinkedQueue<>();

    /** An action that runs for each admitted call, on the gate's thread. */
    volatile Runnable whenCalled = () -> {};

    private final AtomicLong aheadNanos = new AtomicLong();
    private final DeadlineWatch watch;
    private final Gate gate;
    private final NodeReference node;
    private final HandshakeTerms terms;
    private final boolean ownVersionOnly;

    public OpenGate(Encryption encryption, GateLimits limits) throws IOException {
        this(encryption, NO_MARK, limits);
    }

    /**
     * Opens a gate without encryption that claims to have the given version, and admits only callers of that version.
     */
    public OpenGate(String version) throws IOException {
        this(version, true, Encryption.none(), NO_MARK, GateLimits.defaults());
    }

    /** Opens a gate that claims to have the given version, and admits callers of any version. */
    public OpenGate(String version, Encryption encryption, byte[] hostMark) throws IOException {
        this(version, false, encryption, hostMark, GateLimits.defaults());
    }

    /**
     * Opens a gate that claims to be on another host.
     *
     * @param hostMark the mark of that host
     */
    public OpenGate(Encryption encryption, byte[] hostMark, GateLimits limits) throws IOException {
        this(SoftwareVersion.current(), true, encryption, hostMark, limits);
    }

    private OpenGate(String version, boolean ownVersionOnly, Encryption encryption, byte[] hostMark, GateLimits limits)
            throws IOException {
        this.ownVersionOnly = ownVersionOnly;
        ServerSocketChannel listening =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        this.node = new NodeReference(
                "gate under test", List.of("127.0.0.1"), listening.socket().getLocalPort());
        this.terms = terms(node.nodeId(), version, SECRET, encryption, hostMark, limits);
        this.watch = new DeadlineWatch(
                "test-deadlines", this::now, (where, fault) -> faults.add(fault), () -> fail(plantedInWatch));
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

    private HandshakeTerms terms(
            String nodeId,
            String version,
            ClusterSecret secret,
            Encryption encryption,
            byte[] hostMark,
            GateLimits limits) {
        return new HandshakeTerms(
                nodeId,
                version,
                ownVersionOnly,
                secret,
                encryption,
                hostMark,
                limits,
                this::now,
                new SecureRandom(),
                (where, fault) -> faults.add(fault));
    }

    /** Returns the first message of a caller that knows the secret. */
    byte[] knowingHello() {
        byte[] nothing = new byte[CallerHello.HASH_BYTES];
        return new CallerHello(
                        CallerHello.PROTOCOL,
                        Purpose.CALL,
                        false,
                        17,
                        SoftwareVersion.current(),
                        terms.callersNonce(),
                        nothing,
                        nothing)
                .encode();
    }

    public GateCaller caller(ClusterSecret secret, Encryption encryption) {
        return caller(secret, encryption, NO_MARK);
    }

    public GateCaller caller(ClusterSecret secret, Encryption encryption, byte[] hostMark) {
        return new GateCaller(
                terms("a caller", SoftwareVersion.current(), secret, encryption, hostMark, GateLimits.defaults()),
                watch,
                gate,
                Routes.NETWORK);
    }

    /** Runs the handshake of a caller up to the gate's verdict, over this socket. */
    public void greet(Socket socket, Encryption encryption) throws IOException {
        greet(socket, SoftwareVersion.current(), encryption);
    }

    /** Runs the handshake of a caller of the given version, without encryption. */
    public void greet(Socket socket, String version) throws IOException {
        greet(socket, version, Encryption.none());
    }

    private void greet(Socket socket, String version, Encryption encryption) throws IOException {
        HandshakeTerms callers = terms("a caller", version, SECRET, encryption, NO_MARK, GateLimits.defaults());
        new CallerHandshake(callers, node.nodeId(), Purpose.CALL, "half-open", false).run(socket);
    }

    public NodeReference node() {
        return node;
    }

    GateCounters counters() {
        return gate.counters();
    }

    private long now() {
        return System.nanoTime() + aheadNanos.get();
    }

    /** Advances the clock of the gate and of its callers. No call may be under way, and none may follow. */
    void letPass(Duration time) {
        aheadNanos.addAndGet(time.toNanos());
    }

    public static long in(Duration time) {
        return System.nanoTime() + time.toNanos();
    }

    public Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
        socket.setSoTimeout(20_000);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private static void fail(Queue<Error> by) {
        Error next = by.poll();
        if (next != null) {
            throw next;
        }
    }

    @Override
    public byte[] payload(Purpose purpose) {
        if (purpose == Purpose.FIND) {
            fail(planted);
        }
        return PAYLOAD.clone();
    }

    @Override
    public void called(AdmittedConnection line, String caller) {
        fail(planted);
        lines.add(line);
        sockets.add(line.socket());
        callers.add(caller);
        whenCalled.run();
    }

    @Override
    public void connected(AdmittedConnection line, String name) {
        called(line, name);
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
        fail(planted);
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
