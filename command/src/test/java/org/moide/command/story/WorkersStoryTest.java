package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.moide.coordinator.workers.NumberedTasks;

/**
 * Tests workers that move all the time, while engines are killed and changed and the coordinator is killed. The effect
 * of each task is in the result once, and in order.
 */
@Timeout(600)
class WorkersStoryTest {
    @RegisterExtension
    static final StorySeed SEED = new StorySeed();

    private static final int CHANGES = Integer.getInteger("moide.changes", 8);
    private static final Duration LONGEST = Duration.ofSeconds(100);
    private static final int CHILDREN = 2;

    private final SplittableRandom random = new SplittableRandom(SEED.value());

    @TempDir
    Path home;

    @BeforeEach
    void makeFolders() throws IOException, URISyntaxException {
        Files.createDirectory(home.resolve("states"));
        Files.createFile(home.resolve("hold"));
        for (Class<?> type : List.of(NumberedTasks.class, HeldWorkers.class)) {
            OwnApplication.copyPackageOf(type, home.resolve("classes"));
        }
    }

    private MoideProcess start(String... options) {
        List<String> words = new ArrayList<>(List.of(
                "run",
                "--threads",
                "1",
                "--no-progress",
                "--strategy",
                "rotate",
                "--checkpoint-dir",
                "states",
                "--checkpoint-share",
                "100",
                "--report",
                "run.json",
                "--classpath",
                "classes"));
        words.addAll(List.of(options));
        words.add(HeldWorkers.class.getName());
        return MoideProcess.start(home, words.toArray(String[]::new));
    }

    private void letGo() throws IOException {
        Files.delete(home.resolve("hold"));
    }

    /** Returns the names of the complete checkpoints on disk. */
    private List<String> checkpoints() {
        try (Stream<Path> all = Files.walk(home.resolve("states"))) {
            return all.filter(file -> file.getFileName().toString().equals("commit"))
                    .map(commit -> commit.getParent().getFileName().toString())
                    .toList();
        } catch (IOException | UncheckedIOException goneMeanwhile) {
            return List.of();
        }
    }

    private void awaitMoreCheckpoints(MoideProcess run) {
        List<String> before = checkpoints();
        Awaitility.await("a checkpoint of " + run)
                .atMost(LONGEST)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    assertThat(run.isAlive()).as("alive: %s", run).isTrue();
                    return checkpoints().stream().anyMatch(checkpoint -> !before.contains(checkpoint));
                });
        Lapse.of(Duration.ofMillis(random.nextInt(400)));
    }

    private MoideProcess moide(String... words) {
        try (MoideProcess command = MoideProcess.start(home, words)) {
            return command.awaitSuccess();
        }
    }

    private List<JsonObject> computingEngines() {
        JsonObject status = JsonParser.parseString(
                        String.join("\n", moide("status", "--json").out()))
                .getAsJsonObject();
        return StreamSupport.stream(status.getAsJsonArray("engines").spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .filter(engine -> engine.get("state").getAsString().equals("computing"))
                .toList();
    }

    private void assertResult(MoideProcess run) throws IOException {
        JsonObject report = Json.read(home.resolve("run.json"));
        assertThat(report.getAsJsonObject("result").get("total").getAsLong())
                .as("%s", run)
                .isEqualTo(HeldWorkers.expected());
        JsonObject workers = report.getAsJsonObject("workers");
        assertThat(workers.get("moves").getAsLong()).isPositive();
        assertThat(workers.get("tasks").getAsLong()).isPositive();
        assertThat(home.resolve("states")).isEmptyDirectory();
    }

    @Test
    void shouldHandleEveryTaskOnceWhenEnginesAreKilledAndChangedAndTheCoordinatorToo() throws IOException {
        try (MoideProcess run = start("--local-engines", Integer.toString(CHILDREN + 1))) {
            List<ProcessHandle> engines = run.awaitChildren(CHILDREN);
            awaitMoreCheckpoints(run);
            engines.get(random.nextInt(CHILDREN)).destroyForcibly();
            run.awaitError("was lost");
            awaitMoreCheckpoints(run);
            List<JsonObject> computing = computingEngines();
            assertThat(computing).hasSize(CHILDREN + 1);
            assertThat(computing.stream()
                            .filter(engine -> engine.has("workers"))
                            .mapToLong(engine -> engine.getAsJsonObject("workers")
                                    .get("handled")
                                    .getAsLong())
                            .sum())
                    .isPositive();
            MoideProcess replaced =
                    moide("replace", "--engine", computing.get(1).get("id").getAsString());
            assertThat(String.join("\n", replaced.out()))
                    .contains("has joined with", "left after", "while all others went on");
            assertThat(moide("expand").out()) // after an engine has left
                    .singleElement()
                    .asString()
                    .matches(".* has joined with 1 thread after .* s while all others went on");
            awaitMoreCheckpoints(run);
            awaitMoreCheckpoints(run); // the first checkpoint may have begun with both engines
            List<ProcessHandle> last = run.children();
            run.kill();
            Awaitility.await("the end of the engines")
                    .atMost(LONGEST)
                    .until(() -> last.stream().noneMatch(ProcessHandle::isAlive));
        }
        try (MoideProcess resumed = MoideProcess.start(home, "resume")) {
            resumed.awaitError("goes on from checkpoint");
            List<ProcessHandle> engines = resumed.awaitChildren(CHILDREN + 1);
            awaitMoreCheckpoints(resumed);
            engines.get(random.nextInt(CHILDREN + 1)).destroyForcibly();
            resumed.awaitError("was lost");
            letGo();
            resumed.awaitSuccess();
            assertResult(resumed);
        }
    }

    @Test
    @Tag("full")
    void shouldHandleEveryTaskOnceWhenEnginesAreChangedAtRandom() throws Exception {
        List<Daemon> daemons = new ArrayList<>();
        try {
            for (int daemon = 0; daemon < 3; daemon++) {
                daemons.add(Daemon.start(home));
            }
            String hosts = daemons.stream().map(Daemon::address).collect(Collectors.joining(","));
            try (MoideProcess run = start("--hosts", hosts)) {
                try (RandomChanges changes = new RandomChanges(home, daemons, run, SEED.value())) {
                    changes.make(CHANGES);
                    letGo();
                    run.awaitSuccess();
                    System.out.println(String.join("\n", changes.told()));
                }
                assertResult(run);
            }
        } finally {
            daemons.forEach(Daemon::close);
        }
    }
}
