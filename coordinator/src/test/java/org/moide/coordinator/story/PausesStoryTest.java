package org.moide.coordinator.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are stopped and go on later: a laptop that sleeps, a machine that swaps. Nobody healthy is taken for dead, and
 * nobody waits for ever for one that does not come back.
 */
@Timeout(600)
class PausesStoryTest {
    /** Beyond the 3 s after which a closed lifeline means death; with the long stories beyond the 10 s that cost loans. */
    private static final Duration PAUSE = Duration.ofSeconds(Integer.getInteger("moide.tier", 0) >= 1 ? 30 : 4);

    @TempDir
    Path home;

    private SleepingTasks application;

    @BeforeEach
    void compile() throws IOException {
        application = SleepingTasks.compile(home, 600);
    }

    private MoideProcess run() {
        return application.run("--local-engines", "3");
    }

    private static void pause(long pid) throws IOException, InterruptedException {
        signal("-STOP", pid);
        Awaitility.await().pollDelay(PAUSE).atMost(PAUSE.plusSeconds(10)).until(() -> true);
        signal("-CONT", pid);
    }

    private static void signal(String which, long pid) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", which, Long.toString(pid)).start().waitFor())
                .as("kill %s %d", which, pid)
                .isZero();
    }

    @Test
    void shouldTakeNobodyForDeadWhenTheCoordinatorWasPaused() throws Exception {
        try (MoideProcess run = run()) {
            application.awaitBeginOn(1);
            application.awaitBeginOn(2);
            pause(run.pid());
            application.assertSumOf(run);
        }
    }

    @Test
    void shouldCountEveryTaskOnceWhenAnEngineWasPaused() throws Exception {
        try (MoideProcess run = run()) {
            long engine = run.awaitChildren(2).get(0).pid();
            application.awaitBeginOn(1);
            application.awaitBeginOn(2);
            pause(engine);
            application.assertSumOf(run);
        }
    }

    @Test
    void shouldSaySoInTimeWhenAHostIsFrozenAndUseItAgainWhenItIsNot() throws Exception {
        try (Daemon daemon = Daemon.start(home)) {
            signal("-STOP", daemon.process().pid());
            try (MoideProcess asked = MoideProcess.start(home, "hosts", "--hosts", daemon.address());
                    MoideProcess run = MoideProcess.start(home, "run", "--hosts", daemon.address(), "hello")) {
                long start = System.nanoTime();
                assertThat(run.awaitExit()).as("exit code of %s", run).isEqualTo(3);
                assertThat(asked.awaitExit()).as("exit code of %s", asked).isEqualTo(3);
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
                assertThat(String.join("\n", run.err())).contains(daemon.address());
                assertThat(String.join("\n", asked.err()) + String.join("\n", asked.out()))
                        .contains(daemon.address());
            } finally {
                signal("-CONT", daemon.process().pid());
            }
            try (MoideProcess run = MoideProcess.start(home, "run", "--hosts", daemon.address(), "hello")) {
                run.awaitSuccess();
            }
        }
    }
}
