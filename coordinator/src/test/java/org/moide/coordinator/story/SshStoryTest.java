package org.moide.coordinator.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Daemons over a real {@code sshd} on a port of loopback, with a key for each of two hosts, which are two homes. Needs sshd. */
@Tag("full")
@Timeout(300)
class SshStoryTest {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    private static final String SERVER = """
            Port @PORT@
            ListenAddress 127.0.0.1
            HostKey @LAB@/host_key
            PidFile none
            AuthorizedKeysFile @LAB@/authorized
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            """;

    private static final String HOST = """
            Host @HOST@
                HostName 127.0.0.1
                Port @PORT@
                IdentityFile @LAB@/key-@HOST@
                IdentitiesOnly yes
                UserKnownHostsFile @LAB@/known
                StrictHostKeyChecking accept-new
            """;

    @TempDir
    Path folder;

    private Path lab;
    private Path home;
    private Process server;
    private String ssh;

    @BeforeEach
    void startServer() throws Exception {
        assertThat(Files.isExecutable(SSHD))
                .as("sshd in " + SSHD + "; Debian: apt-get install openssh-server")
                .isTrue();
        lab = Files.createDirectory(folder.resolve("lab"));
        home = Files.createDirectory(folder.resolve("here"));
        int port = freePort();
        StringBuilder config = new StringBuilder();
        StringBuilder authorized = new StringBuilder();
        for (String host : List.of("a", "b")) {
            Files.createDirectory(folder.resolve(host));
            key("key-" + host);
            config.append(filled(HOST, port).replace("@HOST@", host));
            // Whoever comes with this key is in another home.
            authorized
                    .append("command=\"HOME=" + folder.resolve(host) + "; export HOME; unset MOIDE_HOME; cd; exec sh -c"
                            + " \\\"$SSH_ORIGINAL_COMMAND\\\"\" ")
                    .append(Files.readString(lab.resolve("key-" + host + ".pub")));
        }
        key("host_key");
        Files.writeString(lab.resolve("config"), config);
        Files.writeString(lab.resolve("authorized"), authorized);
        Files.writeString(lab.resolve("server"), filled(SERVER, port));
        ssh = "ssh -F " + lab.resolve("config");
        Files.createDirectories(Path.of("/run/sshd"));
        server = new ProcessBuilder(
                        SSHD.toString(), "-D", "-e", "-f", lab.resolve("server").toString())
                .redirectErrorStream(true)
                .redirectOutput(lab.resolve("log").toFile())
                .start();
        Awaitility.await("sshd").atMost(Duration.ofSeconds(20)).until(() -> answers(port));
    }

    @AfterEach
    void stopServer() {
        server.destroyForcibly();
    }

    private String filled(String text, int port) {
        return text.replace("@PORT@", Integer.toString(port)).replace("@LAB@", lab.toString());
    }

    private void key(String name) throws Exception {
        Process made = new ProcessBuilder(
                        "ssh-keygen",
                        "-q",
                        "-t",
                        "ed25519",
                        "-N",
                        "",
                        "-f",
                        lab.resolve(name).toString())
                .redirectErrorStream(true)
                .redirectOutput(lab.resolve("keys").toFile())
                .start();
        assertThat(made.waitFor()).isZero();
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private static boolean answers(int port) {
        try (Socket tried = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return tried.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    @Test
    void shouldGoUpRunAndGoDownAndLeaveNothingBehind() throws Exception {
        moide("up", "--hosts", "a,b", "--ssh-command", ssh).awaitSuccess();
        assertThat(daemons()).hasSize(2);
        for (String host : List.of("a", "b")) {
            assertThat(files(host)).noneMatch(file -> file.endsWith("secret"));
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(folder.resolve(host).resolve(".moide/ssh"))))
                    .isEqualTo("rwx------");
        }
        MoideProcess run = moide(
                        "run",
                        "--hostfile",
                        home.resolve(".moide/up/hosts").toString(),
                        "--no-own-engine",
                        "--threads",
                        "1",
                        "hello")
                .awaitSuccess();
        assertThat(run.out()).hasSize(2);
        moide("down").awaitSuccess();
        assertThat(daemons()).isEmpty();

        MoideProcess whole = moide(
                        "run", "--ssh", "a,b", "--ssh-command", ssh, "--no-own-engine", "--threads", "1", "hello")
                .awaitSuccess();
        assertThat(whole.out()).hasSize(2);
        assertThat(daemons()).isEmpty();

        moide("down", "--purge", "--hosts", "a,b", "--ssh-command", ssh).awaitSuccess();
        assertThat(files("a")).isEmpty();
        assertThat(files("b")).isEmpty();
        assertThat(home.resolve(".moide/up")).doesNotExist();
    }

    @Test
    void shouldEndWhatARunHasStartedWhenItIsInterrupted() throws Exception {
        try (MoideProcess run =
                moide("run", "--ssh", "a,b", "--ssh-command", ssh, "--no-own-engine", "uts", "--tree", "T1L")) {
            awaitEngines();
            run.interrupt();
            assertThat(run.awaitExit()).isEqualTo(130);
        }
        assertThat(daemons()).isEmpty();
        assertThat(commandLines()).noneMatch(line -> line.contains(folder + "/a/.moide/ssh/lib"));
        assertThat(home.resolve(".moide/up")).doesNotExist();
    }

    @Test
    void shouldStartDaemonsAgainWhenARunIsResumed() throws Exception {
        PacedTasks tasks = PacedTasks.compile(home, 1_000);
        String[] words = {
            "run",
            "--ssh",
            "a,b",
            "--ssh-command",
            ssh,
            "--no-own-engine",
            "--threads",
            "1",
            "--classpath",
            tasks.classes().toString(),
            PacedTasks.NAME
        };
        try (MoideProcess run = moide(words)) {
            PacedTasks.awaitBegin(home);
            run.interrupt();
            assertThat(run.awaitExit()).isEqualTo(130);
            assertThat(run.err()).anyMatch(line -> line.contains("'moide resume"));
        }
        assertThat(daemons()).isEmpty();
        try (MoideProcess killed = moide("resume")) {
            awaitEngines();
            killed.kill();
        }
        assertThat(daemons()).as("nobody has ended them").hasSize(2);
        try (MoideProcess resumed = moide("resume")) {
            tasks.assertExact(resumed);
        }
        moide("down").awaitSuccess();
        assertThat(daemons()).isEmpty();
    }

    private void awaitEngines() {
        Awaitility.await("engines on both")
                .atMost(Duration.ofSeconds(100))
                .until(() -> commandLines().stream()
                                .filter(line -> line.contains(folder + "/a/.moide/ssh/lib")
                                        || line.contains(folder + "/b/.moide/ssh/lib"))
                                .count()
                        == 4);
    }

    private MoideProcess moide(String... words) {
        return MoideProcess.start(home, words);
    }

    private List<String> daemons() {
        return commandLines().stream()
                .filter(line -> line.contains("-Dmoide.up=") && line.contains(folder.toString()))
                .toList();
    }

    private static List<String> commandLines() {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(process -> process.getFileName().toString().matches("\\d+"))
                    .map(SshStoryTest::commandLine)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    private List<String> files(String host) throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve(host))) {
            return all.filter(Files::isRegularFile).map(Path::toString).toList();
        }
    }
}
