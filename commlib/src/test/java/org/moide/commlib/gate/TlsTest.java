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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.RefusedException;

/** Encryption after the gate. Loopback counts as foreign here, so that it is encrypted. */
@Timeout(120)
class TlsTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @TempDir
    static Path here;

    @TempDir
    static Path there;

    @BeforeAll
    static void makeIdentities() {
        encrypting(here).prepare();
        encrypting(there).prepare();
    }

    private static Encryption encrypting(Path folder) {
        return Encryption.beyond(address -> false, folder);
    }

    private static Encryption prepared(Path folder) {
        Encryption encryption = encrypting(folder);
        encryption.prepare();
        return encryption;
    }

    @Test
    void shouldKeepTheKeyFromOthers() throws Exception {
        Path file = here.resolve("tls.p12");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(here.toFile().list()).containsExactly("tls.p12");
        assertThat(prepared(here).fingerprint()).isEqualTo(prepared(here).fingerprint());
        assertThat(prepared(here).fingerprint()).isNotEqualTo(prepared(there).fingerprint());
    }

    @Test
    void shouldEncryptWhenEitherSideAsksForIt() throws Exception {
        Encryption willing = Encryption.beyond(address -> true, there);
        willing.prepare();
        for (List<Encryption> pair : List.of(
                List.of(prepared(here), prepared(there)),
                List.of(prepared(here), willing),
                List.of(willing, prepared(here)))) {
            try (OpenGate gate = new OpenGate(pair.get(0), GateLimits.defaults())) {
                Passage passage = gate.caller(OpenGate.SECRET, pair.get(1)).call(gate.node(), OpenGate.in(DEADLINE));
                assertThat(passage.socket()).isInstanceOf(SSLSocket.class);
                assertThat(((SSLSocket) passage.socket()).getSession().getProtocol())
                        .isEqualTo("TLSv1.3");
                await().until(() -> gate.callers.size() == 1);
                Socket arrived = gate.takeArrived();
                passage.socket().getOutputStream().write("secret words".getBytes(StandardCharsets.UTF_8));
                assertThat(arrived.getInputStream().readNBytes(12))
                        .isEqualTo("secret words".getBytes(StandardCharsets.UTF_8));
                passage.guard().release();
            }
        }
    }

    @Test
    void shouldRefuseWhenOneSideNeverEncrypts() throws Exception {
        try (OpenGate plain = new OpenGate(Encryption.none(), GateLimits.defaults())) {
            GateCaller caller = plain.caller(OpenGate.SECRET, prepared(here));
            assertThatThrownBy(() -> caller.call(plain.node(), OpenGate.in(DEADLINE)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("--plain on both sides or on neither");
            assertThat(caller.find("127.0.0.1", plain.node().port(), OpenGate.in(DEADLINE)))
                    .as("finding needs no encryption")
                    .isEqualTo(OpenGate.PAYLOAD);
        }
        try (OpenGate strict = new OpenGate(prepared(here), GateLimits.defaults())) {
            GateCaller caller = strict.caller(OpenGate.SECRET, Encryption.none());
            assertThatThrownBy(() -> caller.call(strict.node(), OpenGate.in(DEADLINE)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("--plain on both sides or on neither");
            assertThat(strict.callers).isEmpty();
        }
    }

    @Test
    void shouldAcceptNoCertificateButTheOneThatTheHandshakeNamed() throws Exception {
        Encryption server = prepared(here);
        Encryption client = prepared(there);
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
        try (ServerSocket listening = new ServerSocket(0)) {
            Callable<String> accept = () -> {
                try (Socket wire = listening.accept();
                        SSLSocket socket = server.secure(wire, false, ofCaller)) {
                    return socket.getInputStream().read() == 1 ? "ok" : "caller refuses";
                } catch (IOException e) {
                    return String.valueOf(e.getMessage()).contains("expected the certificate")
                            ? "gate refuses"
                            : "caller refuses";
                }
            };
            Future<String> said = helper.submit(accept);
            try (Socket wire = new Socket(InetAddress.getLoopbackAddress(), listening.getLocalPort());
                    SSLSocket socket = client.secure(wire, true, ofGate)) {
                socket.getOutputStream().write(1);
                // TLS 1.3: the caller's certificate is judged only after the caller believes to be through.
                return said.get();
            } catch (IOException e) {
                return said.get();
            }
        } finally {
            helper.shutdownNow();
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
