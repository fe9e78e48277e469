package org.moide.commlib.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.gate.GateCaller;
import org.moide.commlib.gate.LimitedSocket;
import org.moide.commlib.gate.NodeKeys;
import org.moide.commlib.gate.OpenGate;
import org.moide.commlib.gate.RawCaller;
import org.moide.commlib.gate.SpoilingProxy;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.Encryption;

/**
 * Tests the choice of transport after the handshake: it does not depend on the caller's address, and an attacker in
 * between cannot change it.
 */
@Tag("jdk")
class TransportChoiceTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final byte[] HOST = {1, 2, 3};
    private static final byte[] OTHER_HOST = {1, 2, 4};
    /** The index of the byte in a challenge that gives the transport. */
    private static final int WAY_BYTE = 6;

    private static Encryption encryption;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeAll
    static void makeKey() {
        encryption = Encryption.tls(NodeKeys.here());
        encryption.prepare();
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private static OpenGate open(Encryption gates, byte[] host) throws IOException {
        return new OpenGate(gates, host, GateLimits.defaults());
    }

    private static TransportChoice wayBetween(
            Encryption gates, byte[] gatesHost, Encryption callers, byte[] callersHost, boolean ring)
            throws IOException {
        try (OpenGate gate = open(gates, gatesHost)) {
            LimitedSocket passage =
                    gate.caller(OpenGate.SECRET, callers, callersHost).call(gate.node(), ring, OpenGate.in(DEADLINE));
            await().until(() -> gate.lines.size() == 1);
            TransportChoice here = way(passage.line());
            assertThat(way(gate.lines.element())).as("the gate's view").isEqualTo(here);
            if (here == TransportChoice.RING) {
                assertThat(passage.line().bond().mac("role", "text"))
                        .isEqualTo(gate.lines.element().bond().mac("role", "text"))
                        .isNotEqualTo(passage.line().bond().mac("another", "text"));
            }
            passage.guard().release();
            return here;
        }
    }

    private static TransportChoice way(AdmittedConnection line) {
        if (line.bond() != null) {
            return TransportChoice.RING;
        }
        return line.socket() == line.wire() ? TransportChoice.PLAIN : TransportChoice.TLS;
    }

    @Test
    void shouldChooseByHostAndUserAndNotByAddress() throws Exception {
        Encryption none = Encryption.none();
        byte[] noMark = OpenGate.NO_MARK;
        assertThat(wayBetween(encryption, HOST, encryption, HOST, true)).isEqualTo(TransportChoice.RING);
        assertThat(wayBetween(none, HOST, none, HOST, true)).isEqualTo(TransportChoice.RING);
        assertThat(wayBetween(encryption, HOST, none, HOST, true)).isEqualTo(TransportChoice.RING);
        assertThat(wayBetween(encryption, HOST, encryption, OTHER_HOST, true)).isEqualTo(TransportChoice.TLS);
        assertThat(wayBetween(encryption, HOST, encryption, HOST, false)).isEqualTo(TransportChoice.TLS);
        assertThat(wayBetween(encryption, noMark, encryption, noMark, true)).isEqualTo(TransportChoice.TLS);
        assertThat(wayBetween(encryption, noMark, encryption, HOST, true)).isEqualTo(TransportChoice.TLS);
        assertThat(wayBetween(none, HOST, none, OTHER_HOST, true)).isEqualTo(TransportChoice.PLAIN);
        assertThat(wayBetween(none, HOST, none, HOST, false)).isEqualTo(TransportChoice.PLAIN);
        assertThatThrownBy(() -> wayBetween(encryption, HOST, none, OTHER_HOST, true))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> wayBetween(none, HOST, encryption, HOST, false))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void shouldShareNoMemoryWithAnotherVersion() throws Exception {
        try (OpenGate gate = new OpenGate("0.0.9", encryption, HOST)) {
            LimitedSocket passage =
                    gate.caller(OpenGate.SECRET, encryption, HOST).call(gate.node(), true, OpenGate.in(DEADLINE));
            assertThat(way(passage.line())).isEqualTo(TransportChoice.TLS);
            assertThat(passage.version()).isEqualTo("0.0.9");
            passage.guard().release();
        }
    }

    @Test
    void shouldBindEachHandshakeToAnotherRing() throws Exception {
        try (OpenGate gate = open(encryption, HOST)) {
            GateCaller caller = gate.caller(OpenGate.SECRET, encryption, HOST);
            LimitedSocket one = caller.call(gate.node(), true, OpenGate.in(DEADLINE));
            LimitedSocket two = caller.call(gate.node(), true, OpenGate.in(DEADLINE));
            assertThat(one.line().bond().mac("role", "text"))
                    .isNotEqualTo(two.line().bond().mac("role", "text"));
            one.guard().release();
            two.guard().release();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldLetNobodyInWhenARelayChangesTheWay(int mask) throws Exception {
        for (byte[] callersHost : List.of(HOST, OTHER_HOST)) {
            try (OpenGate gate = open(encryption, HOST);
                    SpoilingProxy relay = new SpoilingProxy(gate.node().port(), WAY_BYTE, mask)) {
                GateCaller caller = gate.caller(OpenGate.SECRET, encryption, callersHost);
                NodeReference seen = new NodeReference(gate.node().nodeId(), List.of("127.0.0.1"), relay.port());
                assertThatThrownBy(() -> caller.call(seen, true, OpenGate.in(Duration.ofSeconds(5))))
                        .isInstanceOf(RemoteCallException.class);
                assertThat(gate.callers).isEmpty();
            }
        }
    }

    @Test
    void shouldLetNobodyInWhenARelayTakesTheHostOutOfAHello() throws Exception {
        try (OpenGate gate = open(encryption, HOST);
                Socket socket = gate.connect()) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] hello = RawCaller.hello(Purpose.CALL, new Random(1), true);
            byte[] changed = hello.clone();
            java.util.Arrays.fill(changed, CallerHello.BYTES - CallerHello.HASH_BYTES, CallerHello.BYTES, (byte) 7);
            socket.getOutputStream().write(changed);
            byte[] challenge = in.readNBytes(Challenge.BYTES);
            assertThat(Challenge.decode(challenge).way()).isEqualTo(TransportChoice.TLS);
            socket.getOutputStream().write(RawCaller.proof(OpenGate.SECRET, HandshakeTerms.CALLER, hello, challenge));
            assertThat(Refusal.of(in.readNBytes(Admission.HEAD_BYTES)[0])).isEqualTo(Refusal.WRONG_SECRET);
            assertThat(gate.callers).isEmpty();
        }
    }

    /** Uses a gate that knows the secret and that, in place of TLS, chooses the given transport by itself. */
    @ParameterizedTest
    @EnumSource(
            value = TransportChoice.class,
            names = {"PLAIN", "RING"})
    void shouldSayNothingToAGateThatDropsTls(TransportChoice offered) throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                OpenGate own = open(encryption, OpenGate.NO_MARK)) {
            Future<Integer> heard = threads.submit(() -> {
                try (Socket socket = listening.accept()) {
                    DataInputStream in = new DataInputStream(socket.getInputStream());
                    byte[] hello = in.readNBytes(CallerHello.BYTES);
                    byte[] challenge = new Challenge(
                                    CallerHello.PROTOCOL, Refusal.NONE, offered, new byte[CallerHello.NONCE_BYTES])
                            .encode();
                    socket.getOutputStream().write(challenge);
                    byte[] proof = in.readNBytes(Proof.BYTES);
                    if (proof.length == 0) {
                        return 0;
                    }
                    byte[] signed = new Admission(
                                    Refusal.NONE,
                                    17,
                                    SoftwareVersion.current(),
                                    new byte[CallerHello.HASH_BYTES],
                                    new byte[0])
                            .unsigned();
                    socket.getOutputStream().write(signed);
                    socket.getOutputStream()
                            .write(OpenGate.SECRET.mac(HandshakeTerms.GATE, hello, challenge, proof, signed));
                    return proof.length + in.readAllBytes().length;
                }
            });
            NodeReference gone = new NodeReference("gone mad", List.of("127.0.0.1"), listening.getLocalPort());
            GateCaller caller = own.caller(OpenGate.SECRET, encryption);
            assertThatThrownBy(() -> caller.call(gone, true, OpenGate.in(DEADLINE)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("has not proved that it knows the secret");
            assertThat(heard.get()).as("bytes after the hello").isZero();
        }
    }

    @Test
    void shouldTryAddressesInTheirOrderAndNoOther() throws Exception {
        try (ServerSocket squatter = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                OpenGate own = open(encryption, HOST)) {
            // Only the squatter on loopback listens, and no reference names it.
            InetAddress ours = InetAddress.getByName("127.0.0.3");
            NodeReference node =
                    new NodeReference("elsewhere", List.of(ours.getHostAddress()), squatter.getLocalPort());
            GateCaller caller = own.caller(OpenGate.SECRET, encryption, HOST);
            assertThatThrownBy(() -> caller.call(node, true, OpenGate.in(DEADLINE)))
                    .isInstanceOf(RemoteCallException.class)
                    .hasMessageContaining("127.0.0.3");
            squatter.setSoTimeout(1);
            assertThatThrownBy(squatter::accept).isInstanceOf(java.net.SocketTimeoutException.class);
        }
    }

    @Test
    void shouldKnowItselfWhateverItsVersionIsCalled() throws Exception {
        String much = "0.1.0-SNAPSHOT-20261122.174605-of-a-branch-with-a-long-name";
        for (String version : List.of("0.1.0", "0.1.0-SNAPSHOT-20261122", much, "1.0 beta", "é")) {
            assertThat(versions(version, version)).as(version).isEqualTo(Refusal.NONE);
            assertThat(versions(version, version + "1")).as(version).isEqualTo(Refusal.OTHER_VERSION);
        }
    }

    private static Refusal versions(String gates, String callers) throws Exception {
        try (OpenGate gate = new OpenGate(gates);
                Socket socket = gate.connect()) {
            gate.greet(socket, callers);
            return Refusal.NONE;
        } catch (CallerHandshake.RefusedException e) {
            return e.refusal();
        }
    }

    @Test
    void shouldServeOnWhenItsThreadsWereInterrupted() throws Exception {
        try (OpenGate gate = open(encryption, HOST)) {
            GateCaller caller = gate.caller(OpenGate.SECRET, encryption, HOST);
            List<Thread> own = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("test-"))
                    .toList();
            assertThat(own).hasSizeGreaterThanOrEqualTo(2);
            for (int round = 0; round < 3; round++) {
                own.forEach(Thread::interrupt);
                assertThat(caller.find("127.0.0.1", gate.node().port(), OpenGate.in(DEADLINE)))
                        .isEqualTo(OpenGate.PAYLOAD);
                LimitedSocket passage = caller.call(gate.node(), true, OpenGate.in(DEADLINE));
                assertThat(passage.line().wire().isClosed()).isFalse();
                passage.guard().release();
            }
            await("the marks are gone: they sleep again")
                    .until(() -> own.stream().noneMatch(thread -> !thread.isAlive() || thread.isInterrupted()));
        }
    }
}
