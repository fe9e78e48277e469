package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests processes that are stopped and continue later, as on a sleeping laptop or a swapping machine. No healthy
 * process is declared dead, and no process waits for ever for one that does not continue.
 */
@Tag("full")
@Timeout(600)
class PausesStoryTest {
    /**
     * The length of a pause, longer than the 3 s after which a process without a connection to the coordinator counts
     * as dead. In the full tests it is also longer than the 10 s of silence after which an engine's tasks are given to
     * others.
     */
    private static final Duration PAUSE = Duration.ofSeconds(Integer.getInteger("moide.tier", 0) >= 1 ? 30 : 4);

    /** The silence after which an engine is lost even if its connections are open. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    /** The number of steps for which messages of the application stay unreceived. */
    private static final int LAG = 3;

    /** The line that a run prints as soon as it could go back to a checkpoint after a loss. */
    private static final String RECOVERABLE = "all engines are on one host";

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
        Lapse.of(PAUSE);
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

    @Test
    @Tag("tier1")
    void shouldTakeNoTasksBackWhenTheCoordinatorWasPaused() throws Exception {
        try (Daemon first = Daemon.start(home);
                Daemon second = Daemon.start(home);
                MoideProcess run =
                        application.run("--hosts", first.address() + "," + second.address(), "--no-own-engine")) {
            application.awaitBegin(2);
            pause(run.pid());
            application.assertSumOf(run);
        }
        assertThat(application.report().getAsJsonObject("loans").get("retaken").getAsInt())
                .as("loans taken back: it was the coordinator that said nothing")
                .isZero();
    }

    @Test
    @Tag("tier1")
    void shouldStayInItsEpochWhenAnyProcessOfAnSpmdRunWasPaused() throws Exception {
        NumberedMessages messages = NumberedMessages.compile(home);
        try (Daemon first = Daemon.start(home);
                Daemon second = Daemon.start(home)) {
            JsonObject undisturbed = undisturbed(messages, first, second);
            messages.hold();
            try (MoideProcess run = messages.run(first.address() + "," + second.address(), LAG)) {
                run.awaitError(RECOVERABLE);
                pause(run.pid());
                pause(first.process().pid());
                pause(second.process().awaitChildren(1).get(0).pid());
                messages.letGo();
                run.awaitSuccess();
                assertThat(run.err()).noneMatch(line -> line.contains("was lost"));
                assertThat(messages.report().getAsJsonArray("reconfigurations")).isEmpty();
                assertThat(messages.report().getAsJsonObject("result")).isEqualTo(undisturbed);
            }
        }
    }

    @Test
    @Tag("tier1")
    void shouldGoOnWithAnotherWhenAnEngineOfAnSpmdRunIsFrozenForGood() throws Exception {
        NumberedMessages messages = NumberedMessages.compile(home);
        try (Daemon first = Daemon.start(home);
                Daemon second = Daemon.start(home)) {
            JsonObject undisturbed = undisturbed(messages, first, second);
            messages.hold();
            try (MoideProcess run = messages.run(first.address() + "," + second.address(), LAG)) {
                run.awaitError(RECOVERABLE);
                ProcessHandle frozen = second.process().awaitChildren(1).get(0);
                signal("-STOP", frozen.pid());
                Awaitility.await("that it is found lost")
                        .atMost(SILENCE.plusSeconds(15))
                        .until(() ->
                                run.err().stream().anyMatch(line -> line.contains("it has said nothing for 60 s")));
                run.awaitError("3 engines went on from");
                messages.letGo();
                run.awaitSuccess();
                assertThat(messages.report().getAsJsonObject("result")).isEqualTo(undisturbed);
                Awaitility.await("the end of the frozen process").until(() -> !frozen.isAlive());
            }
        }
    }

    private JsonObject undisturbed(NumberedMessages messages, Daemon first, Daemon second) throws IOException {
        try (MoideProcess run = messages.run(first.address() + "," + second.address(), LAG)) {
            run.awaitSuccess();
        }
        return messages.report().getAsJsonObject("result");
    }

    @Test
    @Tag("tier1")
    void shouldEndTheUsersCommandsInTimeWhenTheCoordinatorIsFrozen() throws Exception {
        application.hold();
        try (Daemon daemon = Daemon.start(home);
                MoideProcess run = application.run("--hosts", daemon.address())) {
            application.awaitBegin(2);
            signal("-STOP", run.pid());
            for (String[] words : new String[][] {
                {"status"},
                {"expand", "--hosts", daemon.address()},
                {"replace", "--engine", "1"},
                {"drain", daemon.address()}
            }) {
                long start = System.nanoTime();
                try (MoideProcess command = MoideProcess.start(home, words)) {
                    assertThat(command.awaitExit()).as(command.toString()).isNotZero();
                    assertThat(Duration.ofNanos(System.nanoTime() - start))
                            .as(command.toString())
                            .isLessThan(Duration.ofSeconds(20));
                    assertThat(command.err()).as(command.toString()).isNotEmpty();
                }
            }
            signal("-CONT", run.pid());
            application.letGo();
            application.assertSumOf(run);
        }
    }
}
