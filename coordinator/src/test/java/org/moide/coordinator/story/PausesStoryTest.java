package org.moide.coordinator.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
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

    private static final int TASKS = 600;

    @TempDir
    Path home;

    private OwnApplication application;

    @BeforeEach
    void compile() throws IOException {
        application = OwnApplication.compile(home, "own.Sleeper", """
                package own;
                import java.nio.file.*;
                import org.moide.engine.*;
                public final class Sleeper implements TaskApplication<Integer, Long> {
                    public void createTasks(TaskContext<Integer> context) {
                        for (int task = 0; task < %d; task++) {
                            context.put(task);
                        }
                    }
                    public Long identity() {
                        return 0L;
                    }
                    public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                        Path mark = Path.of("began-" + context.engine());
                        if (!Files.exists(mark)) {
                            Files.writeString(mark, "");
                        }
                        Thread.sleep(20);
                        return 1L + task;
                    }
                    public Long merge(Long left, Long right) {
                        return left + right;
                    }
                    public void handleResults(Long sum, Report report) {
                        report.put("sum", sum);
                    }
                }
                """.formatted(TASKS));
    }

    private MoideProcess run() {
        return MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "3",
                "--threads",
                "1",
                "--report",
                "run.json",
                "--classpath",
                application.classes().toString(),
                "own.Sleeper");
    }

    private void awaitBeginOn(int engine) {
        Awaitility.await("engine " + engine + " has begun")
                .atMost(Duration.ofSeconds(60))
                .until(() -> Files.exists(home.resolve("began-" + engine)));
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

    private void assertSumOf(MoideProcess run) throws IOException {
        run.awaitSuccess();
        assertThat(run.err()).noneMatch(line -> line.contains("was lost"));
        assertThat(Json.read(home.resolve("run.json"))
                        .getAsJsonObject("result")
                        .get("sum")
                        .getAsLong())
                .isEqualTo(TASKS + (long) TASKS * (TASKS - 1) / 2);
    }

    @Test
    void shouldTakeNobodyForDeadWhenTheCoordinatorWasPaused() throws Exception {
        try (MoideProcess run = run()) {
            awaitBeginOn(1);
            awaitBeginOn(2);
            pause(run.pid());
            assertSumOf(run);
        }
    }

    @Test
    void shouldCountEveryTaskOnceWhenAnEngineWasPaused() throws Exception {
        try (MoideProcess run = run()) {
            long engine = run.awaitChildren(2).get(0).pid();
            awaitBeginOn(1);
            awaitBeginOn(2);
            pause(engine);
            assertSumOf(run);
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
