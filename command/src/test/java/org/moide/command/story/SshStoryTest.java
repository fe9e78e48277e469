package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests daemons that are started through a real {@code sshd} on a loopback port. Two home folders stand for two hosts,
 * each with its own key. Needs sshd.
 */
@Tag("full")
class SshStoryTest {
    private static final List<String> HOSTS = List.of("a", "b");

    @TempDir
    Path folder;

    private SshLab lab;
    private Path home;
    private Process server;
    private String ssh;

    @BeforeEach
    void startServer() throws Exception {
        home = Files.createDirectory(folder.resolve("here"));
        int port = freePort();
        lab = SshLab.make(
                folder,
                HOSTS,
                host -> "HostName 127.0.0.1\n    Port " + port,
                "Port " + port + "\nListenAddress 127.0.0.1\n");
        ssh = lab.ssh();
        server = new ProcessBuilder(
                        SshLab.SSHD.toString(), "-D", "-e", "-f", lab.server().toString())
                .redirectErrorStream(true)
                .redirectOutput(lab.log().toFile())
                .start();
        Awaitility.await("sshd").until(() -> answers(port));
    }

    @AfterEach
    void stopServer() {
        server.destroyForcibly();
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
        assertThat(lab.daemons()).hasSize(2);
        for (String host : HOSTS) {
            assertThat(lab.files(host)).noneMatch(file -> file.endsWith("secret"));
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
        assertThat(lab.daemons()).isEmpty();

        MoideProcess whole = moide(
                        "run", "--ssh", "a,b", "--ssh-command", ssh, "--no-own-engine", "--threads", "1", "hello")
                .awaitSuccess();
        assertThat(whole.out()).hasSize(2);
        assertThat(lab.daemons()).isEmpty();

        moide("down", "--purge", "--hosts", "a,b", "--ssh-command", ssh).awaitSuccess();
        assertThat(lab.files("a")).isEmpty();
        assertThat(lab.files("b")).isEmpty();
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
        assertThat(lab.daemons()).isEmpty();
        assertThat(lab.processes("a")).isZero();
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
        assertThat(lab.daemons()).isEmpty();
        try (MoideProcess killed = moide("resume")) {
            awaitEngines();
            killed.kill();
        }
        assertThat(lab.daemons()).as("nobody has ended them").hasSize(2);
        try (MoideProcess resumed = moide("resume")) {
            tasks.assertExact(resumed);
        }
        moide("down").awaitSuccess();
        assertThat(lab.daemons()).isEmpty();
    }

    private void awaitEngines() {
        Awaitility.await("engines on both")
                .atMost(Duration.ofSeconds(100))
                .until(() -> lab.processes("a") + lab.processes("b") == 4);
    }

    private MoideProcess moide(String... words) {
        return MoideProcess.start(home, words);
    }
}
