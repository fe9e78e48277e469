package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests two hosts that only ssh can reach: network namespaces with nothing but loopback, in which an {@code sshd}
 * starts for each connection, as ssh's proxy command. Everything that reaches an engine there has come through ssh.
 * Needs sshd, and root for namespaces.
 */
@Tag("full")
@Timeout(400)
class TunnelStoryTest {
    private static final List<String> HOSTS = List.of("a", "b");

    @TempDir
    Path folder;

    private SshLab lab;
    private Path home;

    private void makeHosts(String server) throws Exception {
        for (String host : HOSTS) {
            ip("netns", "add", namespace(host));
            ip("-n", namespace(host), "link", "set", "lo", "up");
        }
        home = Files.createDirectory(folder.resolve("here"));
        lab = SshLab.make(
                folder,
                HOSTS,
                host -> "ProxyCommand ip netns exec " + namespace(host) + " " + SshLab.SSHD + " -i -f @SERVER@",
                server);
    }

    @AfterEach
    void removeHosts() throws Exception {
        for (String host : HOSTS) {
            ip("netns", "del", namespace(host));
        }
    }

    private static String namespace(String host) {
        return "moide-tunnel-" + ProcessHandle.current().pid() + "-" + host;
    }

    private static String ip(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).as(said).isZero();
        return said;
    }

    @Test
    void shouldRunThroughSshAloneAlsoWhenOneEndsInMidRunAndLeaveNothing() throws Exception {
        makeHosts("");
        moide("up", "--tunnel", "--hosts", "a,b", "--ssh-command", lab.ssh()).awaitSuccess();
        assertThat(lab.daemons()).hasSize(2);
        String hosts = home.resolve(".moide/up/hosts").toString();
        MoideProcess run = moide("run", "--hostfile", hosts, "--no-own-engine", "--threads", "1", "uts", "--tree", "T1")
                .awaitSuccess();
        assertThat(run.out()).contains("nodes: 4130071");

        MoideProcess doctor = moide("doctor", "--hostfile", hosts);
        assertThat(doctor.awaitExit()).as(String.join("\n", doctor.out())).isZero();
        assertThat(String.join("\n", doctor.out()))
                .contains(
                        "the host that ssh calls a, through ssh",
                        "it reaches this machine through ssh",
                        "for hosts that call back through ssh");
        PacedTasks tasks = PacedTasks.compile(home, 400);
        try (MoideProcess cut = moide(paced(tasks, "run", "--hostfile", hosts))) {
            awaitEngines();
            PacedTasks.awaitBegin(home);
            for (String host : HOSTS) {
                assertThat(connections(host))
                        .as("connections and listeners of TCP on " + host)
                        .isNotEmpty()
                        .allMatch(ends -> ends.matches("127[.]0[.]0[.]1:\\d+ (127[.]0[.]0[.]1:\\d+|[*]:[*])"));
            }
            assertThat(lab.sshs()).hasSize(2);
            lab.sshs().get(0).destroyForcibly();
            tasks.assertExact(cut);
            assertThat(cut.err()).as("nobody was lost").noneMatch(line -> line.contains("lost"));
        }
        moide("down").awaitSuccess();
        assertNothingIsLeft();
    }

    @Test
    void shouldGoOnWithoutAHostWhoseSshCannotBeHadAgain() throws Exception {
        makeHosts("");
        PacedTasks tasks = PacedTasks.compile(home, 400);
        try (MoideProcess run = moide(paced(tasks, "run", "--ssh", "a,b", "--tunnel", "--ssh-command", lab.ssh()))) {
            awaitEngines();
            PacedTasks.awaitBegin(home);
            Files.move(lab.key('a'), lab.key('c'));
            lab.sshs().stream()
                    .filter(ssh -> SshLab.commandLine(Path.of("/proc", Long.toString(ssh.pid())))
                            .contains("\0a\0"))
                    .forEach(ProcessHandle::destroyForcibly);
            run.awaitError("lost");
            Files.move(lab.key('c'), lab.key('a'));
            tasks.assertExact(run);
        }
        assertNothingIsLeft();
    }

    @Test
    void shouldLeaveNothingOnceARunThatWasKilledIsResumed() throws Exception {
        makeHosts("");
        PacedTasks tasks = PacedTasks.compile(home, 400);
        try (MoideProcess killed = moide(paced(tasks, "run", "--ssh", "a,b", "--tunnel", "--ssh-command", lab.ssh()))) {
            awaitEngines();
            PacedTasks.awaitBegin(home);
            killed.kill();
        }
        Awaitility.await("the end of each ssh without its process")
                .until(() -> lab.sshs().isEmpty());
        try (MoideProcess resumed = moide("resume")) {
            tasks.assertExact(resumed);
        }
        moide("down").awaitSuccess();
        assertNothingIsLeft();
    }

    @Test
    void shouldSayWhatToDoWhereSshdForwardsNoSockets() throws Exception {
        makeHosts("AllowStreamLocalForwarding no\n");
        MoideProcess refused = moide("up", "--tunnel", "--hosts", "a", "--ssh-command", lab.ssh());
        assertThat(refused.awaitExit()).isEqualTo(3);
        assertThat(refused.err())
                .anyMatch(line -> line.startsWith("moide up: a: ") && line.contains("AllowStreamLocalForwarding yes"));
        moide("down").awaitSuccess();
        assertNothingIsLeft();
    }

    private static String[] paced(PacedTasks tasks, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(
                "--no-own-engine",
                "--threads",
                "1",
                "--classpath",
                tasks.classes().toString(),
                PacedTasks.NAME));
        return all.toArray(String[]::new);
    }

    /** Returns the two addresses of each open TCP connection on a host. */
    private List<String> connections(String host) throws IOException {
        return ip("netns", "exec", namespace(host), "ss", "-Hant")
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .map(line -> line.replaceFirst("\\S+ \\S+ \\S+ (\\S+) (\\S+).*", "$1 $2"))
                .map(ends -> ends.replace("[::ffff:127.0.0.1]", "127.0.0.1"))
                .toList();
    }

    private void awaitEngines() {
        Awaitility.await("engines on both")
                .atMost(Duration.ofSeconds(100))
                .until(() -> lab.processes("a") + lab.processes("b") == 4);
    }

    private void assertNothingIsLeft() throws IOException {
        assertThat(lab.daemons()).isEmpty();
        Awaitility.await("the end of each ssh").until(() -> lab.sshs().isEmpty());
        for (String host : HOSTS) {
            assertThat(lab.processes(host)).isZero();
            assertThat(lab.files(host)).noneMatch(file -> file.contains("/daemons/"));
        }
        assertThat(home.resolve(".moide/up")).doesNotExist();
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(all.filter(file -> file.getFileName().toString().startsWith("moide-tunnel-"))
                            .filter(file ->
                                    !isOfALivingProcess(file.getFileName().toString())))
                    .isEmpty();
        }
    }

    private static boolean isOfALivingProcess(String folder) {
        return ProcessHandle.of(Long.parseLong(folder.replaceFirst("moide-tunnel-(\\d+)-.*", "$1")))
                .isPresent();
    }

    private MoideProcess moide(String... words) {
        return MoideProcess.start(home, words);
    }
}
