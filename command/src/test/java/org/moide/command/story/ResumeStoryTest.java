package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests SPMD applications whose coordinator is killed, and which another coordinator resumes from disk. */
class ResumeStoryTest {
    @TempDir
    Path home;

    @BeforeEach
    void makeFolder() throws IOException {
        Files.createDirectory(home.resolve("states"));
    }

    private MoideProcess start(String report, List<String> options, String... words) {
        List<String> all = new ArrayList<>(List.of(
                "run",
                "--local-engines",
                "2",
                "--threads",
                "1",
                "--no-progress",
                "--checkpoint-share",
                "100",
                "--report",
                report));
        all.addAll(options);
        all.addAll(List.of(words));
        return MoideProcess.start(home, all.toArray(String[]::new));
    }

    private MoideProcess start(String report, String... words) {
        return start(report, List.of("--checkpoint-dir", "states"), words);
    }

    private List<Path> commits() throws IOException {
        try (Stream<Path> all = Files.walk(home.resolve("states"))) {
            return all.filter(file -> file.getFileName().toString().equals("commit"))
                    .sorted(Comparator.comparing(ResumeStoryTest::number))
                    .toList();
        } catch (UncheckedIOException goneMeanwhile) {
            return List.of();
        }
    }

    private static int number(Path commit) {
        String name = String.valueOf(commit.getParent().getFileName());
        return Integer.parseInt(name.substring(name.indexOf('-') + 1));
    }

    /** Kills the coordinator after this number of complete checkpoints. Its engines end with it. */
    private void killAfter(int checkpoints, MoideProcess run) {
        Awaitility.await("checkpoint " + checkpoints + " of " + run)
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    List<Path> commits = commits();
                    assertThat(run.isAlive()).as("alive: %s", run).isTrue();
                    return !commits.isEmpty() && number(commits.get(commits.size() - 1)) >= checkpoints;
                });
        List<ProcessHandle> engines = run.children();
        run.kill();
        Awaitility.await("the end of the engines").until(() -> engines.stream().noneMatch(ProcessHandle::isAlive));
    }

    private MoideProcess resume() {
        try (MoideProcess resumed = MoideProcess.start(home, "resume")) {
            resumed.awaitExit();
            return resumed;
        }
    }

    private JsonObject result(String report) throws IOException {
        return Json.read(home.resolve(report)).getAsJsonObject("result");
    }

    @Test
    void shouldEndWithTheSamePositionsWhenTheCoordinatorIsKilledTwiceWhileBodiesMove() throws IOException {
        String[] words = {"nbody", "--bodies", "600", "--steps", "100", "--output"};
        try (MoideProcess run = start("alone.json", List.of(), with(words, "alone.csv"))) {
            run.awaitSuccess();
        }
        try (MoideProcess run = start("resumed.json", with(words, "resumed.csv"))) {
            killAfter(10, run);
        }
        try (MoideProcess again = MoideProcess.start(home, "resume")) {
            again.awaitError("goes on from checkpoint");
            Awaitility.await("a checkpoint of the resumed run")
                    .until(() -> commits().stream()
                            .anyMatch(commit ->
                                    commit.getParent().getFileName().toString().startsWith("2-")));
            killAfter(1, again);
        }
        MoideProcess last = resume();
        assertThat(last.awaitExit()).as(last.toString()).isZero();
        assertThat(String.join("\n", last.err()))
                .contains("goes on from checkpoint")
                .contains("of epoch 2");
        assertThat(home.resolve("resumed.csv")).hasSameBinaryContentAs(home.resolve("alone.csv"));
        assertThat(home.resolve("states")).isEmptyDirectory();
        assertThat(resume().err().get(0)).contains("found none");
    }

    private static String[] with(String[] words, String last) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add(last);
        return all.toArray(String[]::new);
    }

    @Test
    @Tag("full")
    void shouldGoBackOneMoreWhenAStateIsDamagedAndSayWhatIsMissingWhenThereIsNone() throws IOException {
        try (MoideProcess run = start("run.json", "cg", "--class", "S", "--iterations", "3000")) {
            killAfter(5, run);
        }
        List<Path> commits = commits();
        assertThat(commits).hasSizeBetween(2, 4);
        Path damaged = commits.get(commits.size() - 1).resolveSibling("id-1");
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[bytes.length - 1]++;
        Files.write(damaged, bytes);
        try (MoideProcess resumed = MoideProcess.start(home, "resume")) {
            resumed.awaitError("goes on from checkpoint");
            assertThat(resumed.err().get(0))
                    .contains("goes on without checkpoint")
                    .contains(damaged.toString().substring(damaged.toString().indexOf("states")))
                    .contains("found other bytes");
            resumed.kill();
        }
        for (Path commit : commits()) {
            Files.deleteIfExists(commit.resolveSibling("id-0"));
        }
        MoideProcess refused = resume();
        assertThat(refused.awaitExit()).as(refused.toString()).isEqualTo(2);
        assertThat(String.join("\n", refused.err()))
                .contains("expected a whole checkpoint to go on from")
                .contains("expected the state of ID 0 in ");
    }

    @Test
    @Tag("full")
    void shouldSaySoWhenNothingIsOnDisk() {
        try (MoideProcess run = start("run.json", List.of(), "cg", "--class", "S", "--iterations", "100000")) {
            run.awaitError("all engines are on one host"); // so it has begun
            run.kill();
        }
        MoideProcess refused = resume();
        assertThat(refused.awaitExit()).as(refused.toString()).isEqualTo(2);
        assertThat(refused.err()).singleElement().asString().contains("was started without --checkpoint-dir");
    }

    @Test
    @Tag("full")
    void shouldRefuseClassesThatWereBuiltAnew() throws IOException {
        Path classes = waiter("first");
        try (MoideProcess run = start(
                "run.json", List.of("--checkpoint-dir", "states", "--classpath", classes.toString()), "own.Waiter")) {
            killAfter(3, run);
        }
        waiter("second");
        MoideProcess refused = resume();
        assertThat(refused.awaitExit()).as(refused.toString()).isEqualTo(2);
        assertThat(String.join("\n", refused.err())).contains("own.Waiter was built anew since");
        waiter("first");
        MoideProcess resumed = resume();
        assertThat(resumed.awaitExit()).as(resumed.toString()).isZero();
        // The killed coordinator had reported it before the checkpoint.
        assertThat(result("run.json").get("early").getAsLong()).isEqualTo(1L << 40);
        assertThat(result("run.json").get("steps").getAsInt()).isEqualTo(150);
        assertThat(resumed.out()).doesNotContain("step 0");
    }

    private Path waiter(String version) throws IOException {
        return OwnApplication.compile(home, "own.Waiter", """
                package own;
                import org.moide.engine.*;
                public final class Waiter implements Application {
                    static final String VERSION = "%s";
                    public void run(ComputeThread self) {
                        int step = self.restore(() -> 0);
                        for (; step < 150; step++) {
                            if (step == 0 && self.id() == 0) {
                                self.report().put("early", 1L << 40);
                            }
                            self.report().print("step " + step);
                            try {
                                Thread.sleep(10);
                            } catch (InterruptedException stop) {
                                return;
                            }
                            self.checkpoint(step + 1);
                        }
                        if (self.id() == 0) {
                            self.report().put("steps", step);
                        }
                    }
                }
                """.formatted(version))
                .classes();
    }

    @Test
    @Tag("full")
    void shouldGoOnAndSaySoOnceWhenTheDiskOfTheCheckpointsIsFull() throws IOException {
        Path classes = waiter("first");
        try (MoideProcess run = start(
                "run.json", List.of("--checkpoint-dir", "states", "--classpath", classes.toString()), "own.Waiter")) {
            Awaitility.await("the run's folder")
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> !commits().isEmpty());
            Path folder = commits().get(0).getParent().getParent();
            // A file in the place of the run's folder makes every write fail, as a full disk does.
            Awaitility.await("a file in the folder's place")
                    .ignoreException(FileAlreadyExistsException.class)
                    .until(() -> {
                        Files.move(
                                folder, Files.createTempDirectory(home, "gone").resolve("states"));
                        return Files.exists(Files.createFile(folder));
                    });
            run.awaitSuccess();
            assertThat(run.err())
                    .filteredOn(line -> line.contains("copies in memory"))
                    .hasSize(1);
        }
        assertThat(result("run.json").get("steps").getAsInt()).isEqualTo(150);
    }
}
