package org.moide.commlib.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.commlib.CommException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.handshake.Admission;
import org.moide.commlib.handshake.CallerHello;
import org.moide.commlib.handshake.Challenge;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.handshake.HandshakeTerms;
import org.moide.commlib.handshake.Proof;
import org.moide.commlib.handshake.Purpose;
import org.moide.commlib.handshake.Refusal;
import org.moide.commlib.handshake.TransportChoice;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.Encryption;

/** Tests which callers the gate admits, and which it refuses, whatever bytes they send. */
@Tag("jdk")
class GateTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private static OpenGate open() throws IOException {
        return new OpenGate(Encryption.none(), GateLimits.defaults());
    }

    @Test
    void shouldLetInWhoKnowsTheSecret() throws Exception {
        try (OpenGate gate = open()) {
            GateCaller caller = gate.caller(OpenGate.SECRET, Encryption.none());
            assertThat(caller.find("127.0.0.1", gate.node().port(), OpenGate.in(DEADLINE)))
                    .isEqualTo(OpenGate.PAYLOAD);
            LimitedSocket passage = caller.call(gate.node(), true, OpenGate.in(DEADLINE));
            assertThat(passage.payload()).isEqualTo(OpenGate.PAYLOAD);
            await().until(() -> gate.callers.contains("a caller"));
            Socket arrived = gate.takeArrived();
            passage.line().socket().getOutputStream().write(new byte[] {1, 2, 3});
            assertThat(arrived.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
            arrived.getOutputStream().write(7);
            assertThat(passage.line().socket().getInputStream().read()).isEqualTo(7);
            passage.guard().release();
            arrived.close();
        }
    }

    @Test
    void shouldLetNobodyInWhenAnyBitOfTheHandshakeIsChanged() throws Exception {
        Random random = new Random(1);
        try (OpenGate gate = open()) {
            assertThat(RawCaller.shake(gate, Purpose.CALL, random, bytes -> bytes, bytes -> bytes))
                    .isEqualTo(Refusal.NONE);
            await().until(() -> gate.callers.size() == 1);
            for (int bit = 0; bit < CallerHello.BYTES * 8; bit++) {
                UnaryOperator<byte[]> flip = flip(bit);
                assertThat(RawCaller.shake(gate, Purpose.CALL, random, flip, bytes -> bytes))
                        .as("bit %d of the hello", bit)
                        .isNotEqualTo(Refusal.NONE);
            }
            for (int at = 0; at < Proof.BYTES; at++) {
                UnaryOperator<byte[]> flip = flip(at * 8 + random.nextInt(8));
                assertThat(RawCaller.shake(gate, Purpose.CALL, random, bytes -> bytes, flip))
                        .as("byte %d of the proof", at)
                        .isNotEqualTo(Refusal.NONE);
            }
            for (int length = 0; length < Proof.BYTES; length += 13) {
                int cut = length;
                assertThat(RawCaller.shake(
                                gate,
                                Purpose.CALL,
                                random,
                                bytes -> bytes,
                                bytes -> java.util.Arrays.copyOf(bytes, cut)))
                        .isNotEqualTo(Refusal.NONE);
            }
            assertThat(gate.callers).as("only the one that was not spoilt").hasSize(1);
        }
    }

    private static UnaryOperator<byte[]> flip(int bit) {
        return bytes -> {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            return bytes;
        };
    }

    @Test
    @Timeout(1800)
    void shouldSurviveWhenRandomBytesCome() throws Exception {
        Random random = new Random(2);
        int inputs = Integer.getInteger("moide.tier", 0) >= 1 ? 200_000 : 2_000;
        try (OpenGate gate = open()) {
            for (int count = 0; count < inputs; count++) {
                byte[] bytes = new byte[random.nextInt(2_000)];
                random.nextBytes(bytes);
                if (count % 2 == 0) {
                    byte[] hello = RawCaller.hello(Purpose.CALL, random);
                    System.arraycopy(hello, 0, bytes, 0, Math.min(hello.length, bytes.length));
                }
                try (Socket socket = gate.connect()) {
                    socket.getOutputStream().write(bytes);
                } catch (java.net.SocketException e) {
                    // the gate must close the connection
                }
            }
            assertThat(gate.callers).isEmpty();
            assertThat(RawCaller.shake(gate, Purpose.FIND, random, bytes -> bytes, bytes -> bytes))
                    .isEqualTo(Refusal.NONE);
        }
    }

    @Test
    void shouldRefuseWhenAHandshakeIsReplayed() throws Exception {
        Random random = new Random(3);
        try (OpenGate gate = open()) {
            List<byte[]> recorded = new ArrayList<>();
            UnaryOperator<byte[]> record = bytes -> {
                recorded.add(bytes.clone());
                return bytes;
            };
            assertThat(RawCaller.shake(gate, Purpose.CALL, random, record, record))
                    .isEqualTo(Refusal.NONE);
            await().until(() -> gate.callers.size() == 1);
            for (int repeat = 0; repeat < 20; repeat++) {
                try (Socket socket = gate.connect()) {
                    DataInputStream in = new DataInputStream(socket.getInputStream());
                    socket.getOutputStream().write(recorded.get(0));
                    in.readNBytes(Challenge.BYTES);
                    socket.getOutputStream().write(recorded.get(1));
                    assertThat(Refusal.of(in.readNBytes(Admission.HEAD_BYTES)[0]))
                            .isEqualTo(Refusal.WRONG_SECRET);
                }
            }
            assertThat(gate.callers).hasSize(1);
        }
    }

    @Test
    void shouldRefuseWhenTheGatesOwnRoleIsReflected() throws Exception {
        Random random = new Random(4);
        try (OpenGate gate = open();
                Socket socket = gate.connect()) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] hello = RawCaller.hello(Purpose.CALL, random);
            socket.getOutputStream().write(hello);
            byte[] challenge = in.readNBytes(Challenge.BYTES);
            socket.getOutputStream().write(RawCaller.proof(OpenGate.SECRET, HandshakeTerms.GATE, hello, challenge));
            byte[] verdict = in.readAllBytes();
            assertThat(Refusal.of(verdict[0])).isEqualTo(Refusal.WRONG_SECRET);
            assertThat(verdict).as("nothing but the refusal").hasSize(Admission.HEAD_BYTES + CallerHello.HASH_BYTES);
            assertThat(java.util.Arrays.copyOfRange(verdict, 1, verdict.length)).containsOnly(0);
        }
    }

    @Test
    void shouldNotBelieveAGateWhenItsMessagesAreChanged() throws Exception {
        Random random = new Random(5);
        try (OpenGate gate = open()) {
            GateCaller caller = gate.caller(OpenGate.SECRET, Encryption.none());
            int verdictBytes = Admission.HEAD_BYTES + OpenGate.PAYLOAD.length + CallerHello.HASH_BYTES;
            for (int at = 0; at < Challenge.BYTES + verdictBytes; at++) {
                int spoilt = at;
                int bit = random.nextInt(8);
                try (SpoilingProxy proxy = new SpoilingProxy(gate.node().port(), spoilt, 1 << bit)) {
                    assertThatThrownBy(() -> caller.find("127.0.0.1", proxy.port(), OpenGate.in(Duration.ofSeconds(2))))
                            .as("bit %d of byte %d from the gate", bit, spoilt)
                            .isInstanceOf(org.moide.commlib.RemoteCallException.class);
                }
            }
        }
    }

    @Test
    void shouldDropSilentAndSlowCallersAtTheDeadline() throws Exception {
        try (OpenGate gate = new OpenGate(Encryption.none(), OpenGate.limits(Duration.ofMillis(300), 64))) {
            List<Socket> strangers = new ArrayList<>();
            for (int count = 0; count < 20; count++) {
                strangers.add(gate.connect());
            }
            byte[] hello = RawCaller.hello(Purpose.CALL, new Random(6));
            Socket slow = gate.connect();
            AtomicInteger next = new AtomicInteger();
            await().pollInterval(Duration.ofMillis(20)).until(() -> {
                try {
                    slow.getOutputStream().write(hello[next.getAndIncrement()]);
                    return false;
                } catch (IOException e) {
                    return true;
                }
            });
            for (Socket stranger : strangers) {
                assertThat(stranger.getInputStream().read()).isNegative();
                stranger.close();
            }
            slow.close();
            assertThat(gate.counters().timedOut()).isEqualTo(21);
            assertThat(gate.callers).isEmpty();
        }
    }

    @Test
    void shouldDropTheOldestWhenTooManyWait() throws Exception {
        try (OpenGate gate = new OpenGate(Encryption.none(), OpenGate.limits(Duration.ofMinutes(1), 10))) {
            List<Socket> strangers = new ArrayList<>();
            for (int count = 0; count < 30; count++) {
                strangers.add(gate.connect());
            }
            for (Socket stranger : strangers.subList(0, 20)) {
                assertThat(stranger.getInputStream().read()).isNegative();
            }
            assertThat(RawCaller.shake(gate, Purpose.FIND, new Random(7), bytes -> bytes, bytes -> bytes))
                    .isEqualTo(Refusal.NONE);
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void shouldSayWrongSecretWhenItIs() throws Exception {
        try (OpenGate gate = open()) {
            GateCaller stranger = gate.caller(ClusterSecret.of(new byte[32]), Encryption.none());
            assertThatThrownBy(() -> stranger.call(gate.node(), true, OpenGate.in(DEADLINE)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("wrong secret");
            await().until(() -> gate.counters().verdicts(Refusal.WRONG_SECRET) == 1);
        }
    }

    /** Returns the verdict for a caller with this first message, while this many strangers connect before its proof. */
    private static Refusal verdictInAFlood(OpenGate gate, byte[] hello, int strangers) throws Exception {
        List<Socket> flood = new ArrayList<>();
        try (Socket caller = gate.connect()) {
            DataInputStream in = new DataInputStream(caller.getInputStream());
            caller.getOutputStream().write(hello);
            byte[] challenge = in.readNBytes(Challenge.BYTES);
            long before = gate.counters().arrivals();
            for (int count = 0; count < strangers; count++) {
                Socket stranger = gate.connect();
                flood.add(stranger);
                if (count % 2 == 0) {
                    stranger.getOutputStream().write(RawCaller.hello(Purpose.CALL, new Random(count)));
                }
            }
            await("the flood").until(() -> gate.counters().arrivals() >= before + strangers);
            caller.getOutputStream().write(RawCaller.proof(OpenGate.SECRET, HandshakeTerms.CALLER, hello, challenge));
            byte[] head = in.readNBytes(Admission.HEAD_BYTES);
            return head.length == 0 ? Refusal.FULL : Refusal.of(head[0]);
        } catch (SocketException dropped) {
            return Refusal.FULL;
        } finally {
            for (Socket stranger : flood) {
                stranger.close();
            }
        }
    }

    @Test
    void shouldLetInWhoKnowsTheSecretWhileStrangersFloodTheGate() throws Exception {
        try (OpenGate gate = new OpenGate(Encryption.none(), OpenGate.limits(DEADLINE, 4))) {
            byte[] hello = gate.knowingHello();
            assertThat(verdictInAFlood(gate, hello, 40)).isEqualTo(Refusal.NONE);
            assertThat(verdictInAFlood(gate, hello, 40))
                    .as("one who has only heard what it says first")
                    .isEqualTo(Refusal.FULL);
            assertThat(verdictInAFlood(gate, RawCaller.hello(Purpose.CALL, new Random(9)), 40))
                    .as("one who begins as strangers do")
                    .isEqualTo(Refusal.FULL);
            GateCaller caller = gate.caller(OpenGate.SECRET, Encryption.none());
            assertThat(caller.find("127.0.0.1", gate.node().port(), OpenGate.in(DEADLINE)))
                    .isEqualTo(OpenGate.PAYLOAD);
        }
    }

    @Test
    void shouldReachAPortOfThisMachineThatIsCrowdedForAMoment() throws Exception {
        try (OpenGate gate = open();
                ServerSocket crowded = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = crowded.getLocalPort();
            List<Socket> others = new ArrayList<>();
            for (boolean room = true; room; ) {
                Socket other = new Socket();
                others.add(other);
                try {
                    other.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
                } catch (SocketTimeoutException full) {
                    room = false;
                }
            }
            // From here on no other connection fits, until some are accepted.
            AtomicInteger taken = new AtomicInteger();
            Thread taking = new Thread(() -> {
                try {
                    gate.connect().close(); // takes at least as long as a connection
                    while (!crowded.isClosed()) {
                        crowded.accept().close();
                        taken.incrementAndGet();
                    }
                } catch (IOException over) {
                    return;
                }
            });
            GateCaller caller = gate.caller(OpenGate.SECRET, Encryption.none());
            AtomicReference<String> said = new AtomicReference<>("");
            Thread calling = new Thread(() -> {
                try {
                    caller.find("127.0.0.1", port, OpenGate.in(DEADLINE));
                } catch (CommException dropped) {
                    said.set(dropped.getMessage());
                }
            });
            calling.start();
            await("its first try in vain").pollDelay(Duration.ofMillis(1_200)).until(calling::isAlive);
            taking.start();
            calling.join();
            assertThat(said.get())
                    .as("it was reached, and closed the connection")
                    .doesNotContain("did not accept", "no room");
            assertThat(taken.get()).isGreaterThanOrEqualTo(others.size());
            for (Socket other : others) {
                other.close();
            }
        }
    }

    /** Returns the error that a caller gets from a process without the secret that sends this challenge. */
    private static String told(OpenGate gate, Purpose purpose, Refusal claim, int protocol) throws Exception {
        try (ServerSocket stranger = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> {
                while (true) {
                    try (Socket caller = stranger.accept()) {
                        caller.getInputStream().readNBytes(CallerHello.BYTES);
                        byte[] nonce = new byte[CallerHello.NONCE_BYTES];
                        caller.getOutputStream()
                                .write(new Challenge(protocol, claim, TransportChoice.PLAIN, nonce).encode());
                        caller.getInputStream().readAllBytes();
                    } catch (IOException over) {
                        return;
                    }
                }
            });
            answering.setDaemon(true);
            answering.start();
            GateCaller caller = gate.caller(OpenGate.SECRET, Encryption.tls(NodeKeys.here()));
            NodeReference node = new NodeReference("a daemon", List.of("127.0.0.1"), stranger.getLocalPort());
            try {
                if (purpose == Purpose.FIND) {
                    caller.find("127.0.0.1", stranger.getLocalPort(), OpenGate.in(DEADLINE));
                } else {
                    caller.call(node, true, OpenGate.in(DEADLINE));
                }
                return "believed";
            } catch (CommException refused) {
                return String.valueOf(refused.getMessage());
            }
        }
    }

    @Test
    void shouldCallUnprovedWhatAProcessWithoutTheSecretSaysAndAdviseNothingThatWeakensProtection() throws Exception {
        try (OpenGate gate = open()) {
            for (Purpose purpose : List.of(Purpose.FIND, Purpose.CALL)) {
                assertThat(told(gate, purpose, Refusal.NO_TLS, CallerHello.PROTOCOL))
                        .contains("has not proved that it knows the secret", "start it without --plain")
                        .doesNotContain("use --plain");
                assertThat(told(gate, purpose, Refusal.FULL, CallerHello.PROTOCOL))
                        .contains("has not proved");
                assertThat(told(gate, purpose, Refusal.NONE, CallerHello.PROTOCOL + 1))
                        .contains("other version of MOIDE", "has not proved", "upgrade this side");
                assertThat(told(gate, purpose, Refusal.OTHER_PROTOCOL, CallerHello.PROTOCOL - 1))
                        .contains("handshake 3 here", "2 there", "upgrade it");
            }
            assertThat(told(gate, Purpose.CALL, Refusal.NONE, CallerHello.PROTOCOL))
                    .as("it chooses no encryption")
                    .contains("has not proved", "start it without --plain");
        }
    }

    /** Waits until the peer closes the connection, and returns true; returns false if a byte arrives before. */
    private static boolean isAtEnd(LimitedSocket passage) throws IOException {
        try {
            return passage.line().socket().getInputStream().read() < 0;
        } catch (SocketException closed) {
            return true;
        }
    }

    @Test
    void shouldDropOneConnectionAndServeTheNextWhenAnErrorStrikesWhileItIsServed() throws Exception {
        try (OpenGate gate = open()) {
            GateCaller caller = gate.caller(OpenGate.SECRET, Encryption.none());
            Error noThread = new OutOfMemoryError("unable to create native thread");
            gate.planted.add(noThread);
            assertThat(caller.find("127.0.0.1", gate.node().port(), OpenGate.in(DEADLINE)))
                    .as("one who only asked, and comes again when he was dropped")
                    .isEqualTo(OpenGate.PAYLOAD);
            gate.planted.add(noThread);
            LimitedSocket dropped = caller.call(gate.node(), true, OpenGate.in(DEADLINE));
            assertThat(isAtEnd(dropped)).as("one who was let in").isTrue();
            dropped.guard().release();
            gate.planted.add(noThread);
            AtomicInteger ends = new AtomicInteger();
            caller.lifeline(gate.node(), "of this test", OpenGate.in(DEADLINE), ends::incrementAndGet);
            await("the end of a lifeline that could not be kept").until(() -> ends.get() == 1);
            assertThat(gate.lifelines).containsExactly("-of this test");
            assertThat(caller.find("127.0.0.1", gate.node().port(), OpenGate.in(DEADLINE)))
                    .as("the next")
                    .isEqualTo(OpenGate.PAYLOAD);
            await().until(() -> gate.faults.size() == 3);
            assertThat(gate.faults).containsOnly(noThread);
            gate.faults.clear();
        }
    }

    @Test
    void shouldWatchDeadlinesAfterAnErrorOfTheWatch() throws Exception {
        try (OpenGate gate = open()) {
            GateCaller caller = gate.caller(OpenGate.SECRET, Encryption.none());
            gate.plantedInWatch.add(new StackOverflowError("in the sweep"));
            LimitedSocket passage = caller.call(gate.node(), true, OpenGate.in(Duration.ofMillis(1_500)));
            await("the sweep").until(() -> gate.plantedInWatch.isEmpty() && !gate.faults.isEmpty());
            assertThat(isAtEnd(passage))
                    .as("a connection whose deadline passes")
                    .isTrue();
            assertThat(gate.faults).hasExactlyElementsOfTypes(StackOverflowError.class);
            gate.faults.clear();
        }
    }
}
