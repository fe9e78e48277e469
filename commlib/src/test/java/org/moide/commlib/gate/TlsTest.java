package org.moide.commlib.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.RefusedException;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.Encryption;
import org.moide.commlib.security.GateException;

/** Tests TLS between processes whose handshake at the gate has succeeded. */
@Tag("jdk")
class TlsTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private static final Path HERE = NodeKeys.here();
    private static final Path THERE = NodeKeys.there();

    private static Encryption encrypting(Path folder) {
        return Encryption.tls(folder);
    }

    private static Encryption prepared(Path folder) {
        Encryption encryption = encrypting(folder);
        encryption.prepare();
        return encryption;
    }

    @Test
    void shouldKeepTheKeyFromOthers() throws Exception {
        Path file = HERE.resolve("tls.p12");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(HERE.toFile().list()).containsExactly("tls.p12");
        assertThat(prepared(HERE).fingerprint()).isEqualTo(prepared(HERE).fingerprint());
        assertThat(prepared(HERE).fingerprint()).isNotEqualTo(prepared(THERE).fingerprint());
    }

    private static void assertSealed(OpenGate gate, GateCaller caller) throws IOException {
        assertSealed(gate, caller, DEADLINE);
    }

    private static void assertSealed(OpenGate gate, GateCaller caller, Duration deadline) throws IOException {
        LimitedSocket passage = caller.call(gate.node(), true, OpenGate.in(deadline));
        assertThat(passage.line().socket()).isInstanceOf(SSLSocket.class);
        assertThat(((SSLSocket) passage.line().socket()).getSession().getProtocol())
                .isEqualTo("TLSv1.3");
        await().until(() -> gate.callers.size() == 1);
        Socket arrived = gate.takeArrived();
        passage.line().socket().getOutputStream().write("secret words".getBytes(StandardCharsets.UTF_8));
        assertThat(arrived.getInputStream().readNBytes(12)).isEqualTo("secret words".getBytes(StandardCharsets.UTF_8));
        passage.guard().release();
    }

    @Test
    void shouldEncryptOnLoopbackToo() throws Exception {
        try (OpenGate gate = new OpenGate(prepared(HERE), GateLimits.defaults())) {
            assertSealed(gate, gate.caller(OpenGate.SECRET, prepared(THERE)));
        }
    }

    @Test
    void shouldHaveEndedWhatItsHelpersDoWhenItHasClosed() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        try (OpenGate gate = new OpenGate(prepared(HERE), GateLimits.defaults())) {
            gate.whenCalled = () -> {
                begun.countDown();
                // Like a first handshake, which loads classes, this is busy and ignores interrupts.
                long until = System.nanoTime() + Duration.ofMillis(300).toNanos();
                while (System.nanoTime() - until < 0) {
                    Thread.onSpinWait();
                }
                ended.set(true);
            };
            gate.caller(OpenGate.SECRET, prepared(THERE)).call(gate.node(), true, OpenGate.in(DEADLINE));
            begun.await();
        }
        assertThat(ended).isTrue();
    }

    @Test
    void shouldMakeTheKeysWhenTheyAreWantedAndNotBefore(@TempDir Path fresh) throws Exception {
        Path gates = fresh.resolve("gate");
        Path callers = fresh.resolve("caller");
        try (OpenGate gate = new OpenGate(encrypting(gates), GateLimits.defaults())) {
            GateCaller caller = gate.caller(OpenGate.SECRET, encrypting(callers));
            assertThat(caller.find("127.0.0.1", gate.node().port(), OpenGate.in(DEADLINE)))
                    .isEqualTo(OpenGate.PAYLOAD);
            GateCaller stranger = gate.caller(ClusterSecret.of(new byte[32]), prepared(HERE));
            assertThatThrownBy(() -> stranger.call(gate.node(), true, OpenGate.in(DEADLINE)))
                    .isInstanceOf(RefusedException.class);
            assertThat(gates).as("strangers have no key made").doesNotExist();
            assertThat(callers).doesNotExist();
            assertSealed(gate, caller);
        }
    }

    @Test
    void shouldSayThatThereIsNoKeyWhenItCannotBeMade(@TempDir Path fresh) throws Exception {
        Path file = Files.createFile(fresh.resolve("not a folder"));
        try (OpenGate gate = new OpenGate(encrypting(file), GateLimits.defaults())) {
            GateCaller caller = gate.caller(OpenGate.SECRET, prepared(THERE));
            assertThatThrownBy(() -> caller.call(gate.node(), true, OpenGate.in(DEADLINE)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("cannot make one");
            assertThat(gate.callers).isEmpty();
        }
    }

    @Test
    void shouldServeOthersWhenManyStopInTheMidstOfTls() throws Exception {
        Duration handshake = Duration.ofSeconds(30);
        try (OpenGate gate = new OpenGate(prepared(HERE), OpenGate.limits(handshake, 256))) {
            List<Socket> halfOpen = new ArrayList<>();
            Encryption callers = prepared(THERE);
            for (int count = 0; count < 40; count++) {
                Socket socket = gate.connect();
                halfOpen.add(socket);
                gate.greet(socket, callers);
                if (count % 2 == 0) {
                    // the begin of a TLS record without its end
                    socket.getOutputStream().write(new byte[] {0x16, 3, 3, 1, 0, 1});
                }
            }
            assertSealed(gate, gate.caller(OpenGate.SECRET, callers), Duration.ofSeconds(4));
            assertThat(gate.callers).hasSize(1);
            gate.letPass(handshake);
            for (Socket socket : halfOpen) {
                assertThat(socket.getInputStream().readAllBytes())
                        .as("an alert at most")
                        .hasSizeLessThan(100);
                socket.close();
            }
        }
    }

    @Test
    void shouldRefuseWhenOneSideNeverEncrypts() throws Exception {
        try (OpenGate plain = new OpenGate(Encryption.none(), GateLimits.defaults())) {
            GateCaller caller = plain.caller(OpenGate.SECRET, prepared(HERE));
            assertThatThrownBy(() -> caller.call(plain.node(), true, OpenGate.in(DEADLINE)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContainingAll("not proved", "start it without --plain");
            assertThat(caller.find("127.0.0.1", plain.node().port(), OpenGate.in(DEADLINE)))
                    .as("finding needs no encryption")
                    .isEqualTo(OpenGate.PAYLOAD);
        }
        try (OpenGate strict = new OpenGate(prepared(HERE), GateLimits.defaults())) {
            GateCaller caller = strict.caller(OpenGate.SECRET, Encryption.none());
            assertThatThrownBy(() -> caller.call(strict.node(), true, OpenGate.in(DEADLINE)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("leave --plain out");
            assertThat(strict.callers).isEmpty();
        }
    }

    @Test
    void shouldAcceptNoCertificateButTheOneThatTheHandshakeNamed() throws Exception {
        Encryption server = prepared(HERE);
        Encryption client = prepared(THERE);
        assertThat(tls(server, client, server.fingerprint(), client.fingerprint()))
                .isEqualTo("ok");
        assertThat(tls(server, client, client.fingerprint(), client.fingerprint()))
                .as("a gate with another certificate")
                .isEqualTo("caller refuses");
        assertThat(tls(server, client, server.fingerprint(), server.fingerprint()))
                .as("a caller with another certificate")
                .isEqualTo("gate refuses");
    }

    private static String tls(Encryption server, Encryption client, byte[] ofGate, byte[] ofCaller) throws Exception {
        ExecutorService helper = Executors.newSingleThreadExecutor();
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket wire = new Socket(InetAddress.getLoopbackAddress(), listening.getLocalPort());
                Socket accepted = listening.accept()) {
            Future<String> said = helper.submit(() -> accept(server, accepted, ofCaller));
            try {
                client.secure(wire, true, ofGate).getOutputStream().write(1);
            } catch (IOException e) {
                // With TLS 1.3, the caller may think that it is admitted before the gate has checked its certificate,
                // so ask the gate.
            }
            // Close the socket, as production code does: TLS's own close may wait for the peer, or fail after all data
            // has been sent.
            return said.get();
        } finally {
            helper.shutdownNow();
        }
    }

    private static String accept(Encryption server, Socket wire, byte[] ofCaller) {
        try {
            return server.secure(wire, false, ofCaller).getInputStream().read() == 1 ? "ok" : "caller refuses";
        } catch (IOException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof CertificateException) {
                    return "gate refuses";
                }
            }
            return "caller refuses";
        }
    }

    @Test
    void shouldSayWhatToDoWhenTheKeyFileIsDamagedOrOpenToOthers(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("tls.p12");
        Files.writeString(file, "nonsense");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> encrypting(folder).prepare())
                .isInstanceOf(GateException.class)
                .hasMessageContaining("chmod 600");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> encrypting(folder).prepare())
                .isInstanceOf(GateException.class)
                .hasMessageContaining("delete the file if it is damaged");
    }
}
