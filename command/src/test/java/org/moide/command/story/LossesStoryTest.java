package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests runs in which any engine but the coordinator's, or any daemon, is killed at a random moment. The result must be
 * the same.
 */
@Tag("tier1")
@Timeout(3_600)
class LossesStoryTest {
    private static final int RUNS = Integer.getInteger("moide.runs", 20);
    private static final long SEED = Long.getLong("moide.seed", 7);
    private static final long T1L_NODES = 102_181_082L;

    @TempDir
    Path home;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<String> told = new ArrayList<>();

    private MoideProcess run(String hosts, String... words) {
        List<String> all = new ArrayList<>(
                List.of("run", "--hosts", hosts, "--threads", "1", "--no-progress", "--report", "run.json"));
        all.addAll(List.of(words));
        return MoideProcess.start(home, all.toArray(String[]::new));
    }

    private JsonObject report() throws IOException {
        return Json.read(home.resolve("run.json"));
    }

    /**
     * Runs the application without disturbance on two hosts and the coordinator's own engine.
     *
     * @return its duration in milliseconds
     */
    private long undisturbed(String... words) throws IOException {
        try (Daemon first = Daemon.start(home);
                Daemon second = Daemon.start(home);
                MoideProcess run = run(first.address() + "," + second.address(), words)) {
            run.awaitSuccess();
        }
        return (long) (report().get("wallSeconds").getAsDouble() * 1_000);
    }

    /**
     * Runs the application, and kills one of the two daemons or its engine at a random time.
     *
     * @param number the number of the run, for the test's output
     * @param millis the duration without disturbance
     */
    private MoideProcess disturbed(int number, long millis, String... words) {
        try (Daemon first = Daemon.start(home);
                Daemon second = Daemon.start(home);
                MoideProcess run = run(first.address() + "," + second.address(), words)) {
            Daemon victim = random.nextBoolean() ? first : second;
            boolean whole = random.nextInt(3) == 0;
            long after = random.nextLong(millis * 9 / 10);
            List<ProcessHandle> engine = victim.process().awaitChildren(1);
            Lapse.of(Duration.ofMillis(after));
            boolean inTime = run.isAlive();
            if (whole) {
                victim.process().kill();
            } else {
                engine.forEach(ProcessHandle::destroyForcibly);
            }
            told.add(String.format(
                    "run %d: the %s on %s after %d ms%s",
                    number,
                    whole ? "daemon" : "engine",
                    victim == first ? "the first host" : "the second host",
                    after,
                    inTime ? "" : ": too late"));
            return run.awaitSuccess();
        }
    }

    @Test
    void shouldCountEveryNodeOfTheTreeOnce() throws IOException {
        String[] words = {"uts", "--tree", "T1L"};
        long millis = undisturbed(words);
        for (int number = 1; number <= RUNS; number++) {
            MoideProcess run = disturbed(number, millis, words);
            assertThat(report().getAsJsonObject("result").get("nodes").getAsLong())
                    .as("seed %s, %s: %s", SEED, told, run)
                    .isEqualTo(T1L_NODES);
            JsonObject tasks = report().getAsJsonObject("tasks");
            assertThat(tasks.get("counted").getAsLong())
                    .as("seed %s, %s: %s", SEED, told, run)
                    .isEqualTo(
                            tasks.get("put").getAsLong() + tasks.get("created").getAsLong());
        }
        tell("uts T1L", millis);
    }

    @Test
    void shouldMakeTheSamePicture() throws IOException {
        String[] words = {"raytrace", "--width", "1280", "--height", "720", "--output", "picture.png"};
        long millis = undisturbed(words);
        byte[] picture = Files.readAllBytes(home.resolve("picture.png"));
        for (int number = 1; number <= RUNS; number++) {
            Files.delete(home.resolve("picture.png"));
            MoideProcess run = disturbed(number, millis, words);
            assertThat(Files.readAllBytes(home.resolve("picture.png")))
                    .as("seed %s, %s: %s", SEED, told, run)
                    .isEqualTo(picture);
        }
        tell("raytrace", millis);
    }

    /** Checks an application whose tasks read data objects. The memory of an engine holds five of 41 frames. */
    @Test
    void shouldFindTheSameVectors() throws IOException {
        String[] words = {
            "--strategy", "tdc", "--data-memory", "2m", "blockmatch", "--frames", "41", "--vectors", "vectors.csv"
        };
        long millis = undisturbed(words);
        byte[] vectors = Files.readAllBytes(home.resolve("vectors.csv"));
        for (int number = 1; number <= RUNS; number++) {
            Files.delete(home.resolve("vectors.csv"));
            MoideProcess run = disturbed(number, millis, words);
            assertThat(Files.readAllBytes(home.resolve("vectors.csv")))
                    .as("seed %s, %s: %s", SEED, told, run)
                    .isEqualTo(vectors);
        }
        tell("blockmatch", millis);
    }

    /** Prints all kills, for readers of the test's output, and checks that most came before the run ended. */
    private void tell(String what, long millis) {
        System.out.printf("%s, seed %d, %d ms undisturbed%n%s%n", what, SEED, millis, String.join("\n", told));
        assertThat(told).filteredOn(line -> line.endsWith("too late")).hasSizeLessThan(RUNS / 2);
    }
}
