package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.loading.ApplicationFiles;

/**
 * Tests {@link EarlyStart} with a script instead of Java. The script records that it runs, and reads its standard
 * input.
 */
final class EarlyStartTest {
    private static final String JAVA = """
            #!/bin/sh
            echo $$ >> "$0.started"
            exec cat > /dev/null
            """;

    @TempDir
    Path home;

    private final List<Throwable> faults = new ArrayList<>();
    private final EngineKeeper keeper = EngineKeeper.ofOneRun(new SystemTicker(), (where, fault) -> faults.add(fault));
    private final List<RunsEngine> engines = new ArrayList<>();
    private JavaCommand command = JavaCommand.likeThis("m.Main");

    @BeforeEach
    void writeJava() throws IOException {
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, JAVA);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        command = new JavaCommand(home, "none", "m.Main", 0, List.of());
    }

    @AfterEach
    void endEngines() {
        engines.forEach(RunsEngine::close);
        assertThat(faults).isEmpty();
    }

    @Test
    void shouldGiveOrdersToWhatWasStartedAhead() {
        try (EarlyStart early = keeper.startAhead("r1", command, 2, Runnable::run)) {
            List<Long> ahead = awaitStarted(2);
            launch("r1", command);
            launch("r1", command);

            assertThat(engines).extracting(RunsEngine::pid).containsExactlyInAnyOrderElementsOf(ahead);
            assertThat(early.take(command)).isNull();
        }
        assertThat(engines).allMatch(engine -> ProcessHandle.of(engine.pid()).isPresent(), "goes on");
    }

    @Test
    void shouldEndWhatGotNoOrder() {
        List<Long> ahead;
        try (EarlyStart early = keeper.startAhead("r1", command, 3, Runnable::run)) {
            ahead = awaitStarted(3);
            assertThat(early.take(command))
                    .isNotNull()
                    .satisfies(one -> one.process().destroyForcibly());
        }
        await().until(() -> ahead.stream().allMatch(Processes::isGone));
    }

    @Test
    void shouldEndWhatIsStillStartingWhenTheRunFails() {
        List<Runnable> later = new ArrayList<>();
        keeper.startAhead("r1", command, 1, later::add).close();
        later.forEach(Runnable::run);

        assertThat(started()).as("it was under way, or had not begun").hasSizeLessThanOrEqualTo(1);
        await().until(() -> started().stream().allMatch(Processes::isGone));
    }

    @Test
    void shouldStartAnotherForAnOrderOfAnotherKind() {
        try (EarlyStart early = keeper.startAhead("r1", command, 1, Runnable::run)) {
            long ahead = awaitStarted(1).get(0);
            launch("r1", command.withHeap(64 << 20));

            assertThat(awaitStarted(2)).contains(engines.get(0).pid());
            assertThat(early.take(command)).isNull();
            await().until(() -> Processes.isGone(ahead));
        }
    }

    @Test
    void shouldGiveNoneToAnotherRun() {
        try (EarlyStart early = keeper.startAhead("r1", command, 1, Runnable::run)) {
            List<Long> ahead = awaitStarted(1);
            launch("r2", command);

            assertThat(ahead).doesNotContain(engines.get(0).pid());
            assertThat(early.take(command))
                    .isNotNull()
                    .satisfies(one -> one.process().destroyForcibly());
        }
    }

    @Test
    void shouldEndTheRestAfterTheLastLaunch() {
        EarlyStart early = new EarlyStart(command, 2, () -> {});
        early.begin(2, Runnable::run);
        List<Long> ahead = awaitStarted(2);
        early.launched(); // launched in a kept JVM, not in one of these
        assertThat(ahead).noneMatch(Processes::isGone);
        early.launched();
        await().until(() -> ahead.stream().allMatch(Processes::isGone));
    }

    @Test
    void shouldLeaveItToTheLaunchToSayWhyNothingStarts() {
        JavaCommand none = new JavaCommand(home.resolve("nothing"), "none", "m.Main", 0, List.of());
        try (EarlyStart early = keeper.startAhead("r1", none, 1, Runnable::run)) {
            assertThat(early.take(none)).isNull();
        }
    }

    private void launch(String run, JavaCommand with) {
        engines.add(keeper.launch(with, order(run), new RecordingListener()));
    }

    private List<Long> awaitStarted(int count) {
        await().until(() -> started().size() == count);
        return started();
    }

    private List<Long> started() {
        Path file = home.resolve("bin/java.started");
        try {
            return Files.exists(file)
                    ? Files.readAllLines(file).stream().map(Long::valueOf).toList()
                    : List.of();
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static LaunchOrder order(String run) {
        return new LaunchOrder(
                run,
                1,
                1,
                1,
                new byte[] {1},
                new NodeReference("coordinator", List.of("127.0.0.1"), 7_100),
                PortRange.ANY,
                "127.0.0.1",
                List.of(),
                false,
                new ApplicationFiles("m.App", List.of("/tmp")),
                List.of(),
                "",
                Map.of());
    }
}
