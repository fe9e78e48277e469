package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests SPMD applications whose engines are killed, replaced and added during the run, in real JVMs on one machine. */
class RecoveryStoryTest {
    /** The line that a run prints as soon as it could go back to a checkpoint after a loss. */
    private static final String RECOVERABLE = "all engines are on one host";

    @TempDir
    Path home;

    @BeforeEach
    void makeFolder() throws IOException {
        Files.createDirectory(home.resolve("states"));
    }

    private MoideProcess start(String report, String... words) {
        return start(report, List.of(), words);
    }

    private MoideProcess start(String report, List<String> options, String... words) {
        List<String> all = new ArrayList<>(List.of(
                "run",
                "--local-engines",
                "3",
                "--threads",
                "1",
                "--progress",
                "--checkpoint-share",
                "100",
                "--report",
                report));
        all.addAll(options);
        all.addAll(List.of(words));
        return MoideProcess.start(home, all.toArray(String[]::new));
    }

    private JsonObject result(String report) throws IOException {
        return Json.read(home.resolve(report)).getAsJsonObject("result");
    }

    @Test
    void shouldHaveTheBitsOfAnUndisturbedRunWhenEnginesAreKilledOneAfterTheOther() throws IOException {
        String[] words = {"cg", "--class", "S", "--iterations", "60"};
        try (MoideProcess run = start("alone.json", words)) {
            run.awaitSuccess();
        }
        try (MoideProcess run = start("killed.json", words)) {
            run.awaitError(RECOVERABLE);
            List<ProcessHandle> first = run.awaitChildren(2);
            first.get(0).destroyForcibly();
            run.awaitError("3 engines went on from");
            List<ProcessHandle> before = run.awaitChildren(2);
            first.get(1).destroyForcibly();
            run.awaitErrors("the others go back", 2);
            // Also kills the replacement while the others wait for it, which is during the recovery itself.
            run.awaitChildren(2).stream()
                    .filter(child -> !before.contains(child))
                    .forEach(ProcessHandle::destroyForcibly);
            run.awaitSuccess();
        }
        for (String figure : List.of("zeta", "residual")) {
            assertThat(result("killed.json").get(figure))
                    .as(figure)
                    .isEqualTo(result("alone.json").get(figure));
        }
        JsonObject report = Json.read(home.resolve("killed.json"));
        assertThat(report.getAsJsonArray("reconfigurations")).hasSizeBetween(2, 3);
    }

    @Test
    @Tag("full")
    void shouldNameTheFieldOfAStateThatCannotBeSaved() throws IOException {
        Path classes = OwnApplication.compile(home, "own.Unfit", """
                package own;
                import java.io.Serializable;
                import java.util.*;
                import java.util.concurrent.atomic.AtomicReference;
                import org.moide.engine.*;
                public final class Unfit implements Application {
                    static final class Connection {}
                    static final class Part implements Serializable {
                        final Connection connection = new Connection();
                    }
                    static final class State implements Serializable {
                        final Map<String, List<Part>> parts = Map.of("a", List.of(new Part()));
                    }
                    public void run(ComputeThread self) {
                        self.checkpoint(self.restore(State::new));
                    }
                }
                """).classes();
        try (MoideProcess run =
                MoideProcess.start(home, "run", "--threads", "1", "--classpath", classes.toString(), "own.Unfit")) {
            assertThat(run.awaitExit()).isEqualTo(1);
            assertThat(run.err().get(0))
                    .contains("checkpoint at ID 0: the state cannot be saved: ")
                    .contains(
                            "field connection of own.Unfit$Part is a own.Unfit$Connection, and own.Unfit$Connection is"
                                    + " not Serializable");
        }
    }

    /**
     * Checks that a thread which resumes at a safe point without saved states can send at once, while other threads
     * have not resumed yet.
     */
    @Test
    @Tag("full")
    void shouldGoOnFromEachSafePointWhenFewAreKept() {
        String[] words = {"run", "--local-engines", "2", "--threads", "1", "stencil", "--size", "200", "--steps", "2000"
        };
        try (MoideProcess run = MoideProcess.start(home, words)) {
            run.awaitSuccess();
        }
    }

    @Test
    @Tag("full")
    void shouldSayWhichStatesAreLostWhenAnEngineAndItsBuddyAreKilled() {
        try (MoideProcess run = start("lost.json", "cg", "--class", "S", "--iterations", "100000")) {
            Replays.await(home, "CheckpointCommitted");
            run.awaitChildren(2).forEach(ProcessHandle::destroyForcibly);
            long start = System.nanoTime();
            assertThat(run.awaitExit()).isEqualTo(1);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
            assertThat(String.join("\n", run.err()))
                    .containsPattern("the states of IDs \\[1] in checkpoint \\d+ of epoch 1 are lost")
                    .contains("--checkpoint-dir");
        }
    }

    @Test
    @Tag("full") // ResumeStoryTest and simulated runs resume from disk in the default build
    void shouldGoOnFromDiskWhenAnEngineAndItsBuddyAreKilled() throws IOException {
        String[] words = {"cg", "--class", "S", "--iterations", "100"};
        try (MoideProcess run = start("alone.json", words)) {
            run.awaitSuccess();
        }
        try (MoideProcess run = start("disk.json", List.of("--checkpoint-dir", "states"), words)) {
            Awaitility.await("a checkpoint on disk").until(this::isAnythingOnDisk);
            run.awaitChildren(2).forEach(ProcessHandle::destroyForcibly);
            run.awaitSuccess();
        }
        assertThat(result("disk.json").get("zeta"))
                .isEqualTo(result("alone.json").get("zeta"));
    }

    private boolean isAnythingOnDisk() throws IOException {
        try (Stream<Path> all = Files.walk(home.resolve("states"))) {
            return all.anyMatch(file -> file.getFileName().toString().equals("id-1"));
        }
    }

    @Test
    @Tag("full")
    void shouldEndWithTheSamePositionsWhenAnEngineIsReplacedWhileBodiesMove() throws IOException {
        String[] words = {"nbody", "--bodies", "600", "--steps", "300", "--output"};
        List<String> alone = new ArrayList<>(List.of(words));
        alone.add("alone.csv");
        try (MoideProcess run = start("alone.json", alone.toArray(String[]::new))) {
            run.awaitSuccess();
        }
        List<String> replaced = new ArrayList<>(List.of(words));
        replaced.add("replaced.csv");
        try (MoideProcess run = start("replaced.json", replaced.toArray(String[]::new))) {
            run.awaitError(RECOVERABLE);
            try (MoideProcess order = MoideProcess.start(home, "replace", "--engine", "1")) {
                order.awaitSuccess();
            }
            run.awaitError("has joined with");
            run.awaitSuccess();
        }
        assertThat(home.resolve("replaced.csv")).hasSameBinaryContentAs(home.resolve("alone.csv"));
        JsonObject change = Json.read(home.resolve("replaced.json"))
                .getAsJsonArray("reconfigurations")
                .get(0)
                .getAsJsonObject();
        assertThat(change.get("kind").getAsString()).isEqualTo("replace");
    }

    @Test
    @Tag("full")
    void shouldCutThePlateAnewWhenAnEngineIsAdded() throws IOException {
        try (MoideProcess run =
                start("plate.json", "stencil", "--size", "200", "--steps", "20000", "--checkpoint-every", "100")) {
            run.awaitError(RECOVERABLE);
            try (MoideProcess order = MoideProcess.start(home, "expand")) {
                order.awaitSuccess();
            }
            run.awaitError("engine-3 on");
            run.awaitSuccess();
        }
        assertThat(result("plate.json").get("gridError").getAsDouble()).isLessThan(1e-10);
        assertThat(Json.read(home.resolve("plate.json")).getAsJsonArray("engines"))
                .hasSize(4);
    }
}
