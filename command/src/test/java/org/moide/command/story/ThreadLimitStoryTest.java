package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a daemon which can start no threads for a while, although many processes call it, later serves as before.
 */
@Tag("full")
class ThreadLimitStoryTest {
    private static final int CALLERS = 5;

    @TempDir
    Path home;

    @TempDir
    Path open;

    @BeforeAll
    static void needs() throws Exception {
        OtherUser.require();
    }

    private MoideProcess hosts(Daemon daemon) {
        return MoideProcess.start(home, "hosts", "--hosts", daemon.address());
    }

    private static void limit(Daemon daemon, String threads) throws IOException, InterruptedException {
        assertThat(OtherUser.does(
                        "prlimit", "--pid", Long.toString(daemon.process().pid()), "--nproc=" + threads + ":"))
                .isTrue();
    }

    @Test
    void shouldServeAgainWhenADaemonGotNoThreadsForAWhile() throws Exception {
        // Each of both users has a file with the same secret.
        MoideProcess.start(home, "key", "create").awaitSuccess();
        Path its = Files.createDirectory(OtherUser.open(open).resolve("home"));
        Path secret = Files.createDirectory(its.resolve(".moide")).resolve("secret");
        Files.copy(home.resolve(".moide/secret"), secret, StandardCopyOption.COPY_ATTRIBUTES);
        OtherUser.give(its);
        MoideProcess starting =
                MoideProcess.start(its, its, OtherUser.java(open), "engine", "--bind", "127.0.0.1", "--port", "0");
        try (Daemon daemon = Daemon.of(starting, "127.0.0.1")) {
            hosts(daemon).awaitSuccess();
            limit(daemon, "1");
            List<MoideProcess> callers = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                callers.add(hosts(daemon));
            }
            for (MoideProcess caller : callers) {
                assertThat(caller.awaitExit())
                        .as("while it gets no threads: %s", caller)
                        .isEqualTo(3);
            }
            limit(daemon, "4096");
            hosts(daemon).awaitSuccess();
            assertThat(daemon.process().isAlive()).isTrue();
        }
    }
}
