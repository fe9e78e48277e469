package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that 5 s after any process is killed, no other process of the run, no ring buffer and no temporary file is
 * left, and all ports are free.
 */
class NothingLeftStoryTest {
    private static final Duration SOON = Duration.ofSeconds(100);

    @TempDir
    Path home;

    private SleepingTasks application;

    /** The processes of the run at the time of the kill. */
    private final List<ProcessHandle> ours = new ArrayList<>();

    /** The files that existed before the run, left by other processes. */
    private Set<Path> before;

    @BeforeEach
    void look() throws IOException {
        before = filesOf(Path.of(System.getProperty("java.io.tmpdir")), Set.of());
    }

    private static Set<Path> filesOf(Path folder, Set<Long> processes) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> {
                        String name = file.getFileName().toString();
                        return name.startsWith("moide-classes-")
                                || processes.stream().anyMatch(pid -> name.startsWith("moide-ring-" + pid + "-"));
                    })
                    .collect(Collectors.toSet());
        }
    }

    private void awaitNothing() {
        Set<Long> processes = ours.stream().map(ProcessHandle::pid).collect(Collectors.toSet());
        assertThat(processes).hasSizeGreaterThan(1);
        Awaitility.await("nothing is left of " + processes).atMost(SOON).untilAsserted(() -> {
            assertThat(ours).noneMatch(ProcessHandle::isAlive);
            assertThat(filesOf(Path.of("/dev/shm"), processes)).isEmpty();
            assertThat(filesOf(Path.of(System.getProperty("java.io.tmpdir")), processes))
                    .isSubsetOf(before);
        });
        try (Stream<Path> all = Files.walk(home.resolve(".moide"))) {
            assertThat(all).noneMatch(file -> file.toString().endsWith(".part"));
        } catch (IOException gone) {
            throw new AssertionError(gone);
        }
    }

    private static void assertFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.isBound()).isTrue();
        }
    }

    @Test
    void shouldLeaveNothingWhenTheCoordinatorOrADaemonIsKilled() throws IOException {
        application = SleepingTasks.compile(home, 100_000);
        try (Daemon first = Daemon.start(home);
                Daemon second = Daemon.start(home);
                MoideProcess run = application.run("--hosts", first.address() + "," + second.address())) {
            application.awaitBeginOn(1);
            application.awaitBeginOn(2);
            ours.add(ProcessHandle.of(second.process().pid()).orElseThrow());
            ours.addAll(second.process().children());
            second.process().kill();
            awaitNothing();
            assertFree(second.port());
            assertThat(run.isAlive()).isTrue();
            ours.clear();
            ours.add(ProcessHandle.of(run.pid()).orElseThrow());
            ours.addAll(first.process().children());
            run.kill();
            awaitNothing();
            assertThat(first.process().isAlive()).isTrue();
            try (MoideProcess next = MoideProcess.start(home, "run", "--hosts", first.address(), "hello")) {
                next.awaitSuccess();
            }
        }
    }

    @Test
    @Tag("full")
    void shouldLeaveNothingWhenTheCoordinatorOfLocalEnginesIsKilled() throws IOException {
        application = SleepingTasks.compile(home, 100_000);
        try (MoideProcess run = application.run("--local-engines", "3")) {
            application.awaitBeginOn(1);
            application.awaitBeginOn(2);
            ours.add(ProcessHandle.of(run.pid()).orElseThrow());
            ours.addAll(run.children());
            run.kill();
            awaitNothing();
        }
    }
}
