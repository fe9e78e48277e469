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
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * Runs an application several times on three engines of this machine. In each run one of the two child JVMs is killed
 * at a random time. Records each kill and the outcome of the run.
 */
final class RandomKills {
    private static final int CHILDREN = 2;

    private final Path home;
    private final SplittableRandom random;
    private final long undisturbedMillis;
    private final List<String> words;
    private final List<String> told = new ArrayList<>();
    private int late;

    /** Runs the application once without a kill, to measure its time. */
    RandomKills(Path home, long seed, String... words) throws IOException {
        this.home = home;
        this.random = new SplittableRandom(seed);
        this.words = List.of(words);
        try (MoideProcess run = start()) {
            awaitFirstChild(run);
            long startNanos = System.nanoTime();
            run.awaitSuccess();
            undisturbedMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        }
        told.add(String.format(
                "%s, seed %d: %d ms from the first engine JVM to the end", this.words, seed, undisturbedMillis));
    }

    private MoideProcess start() {
        List<String> all = new ArrayList<>(List.of(
                "run", "--local-engines", Integer.toString(CHILDREN + 1), "--threads", "1", "--report", "run.json"));
        all.addAll(words);
        return MoideProcess.start(home, all.toArray(String[]::new));
    }

    private static void awaitFirstChild(MoideProcess run) {
        Awaitility.await("an engine JVM of " + run)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> !run.engines().isEmpty());
    }

    /** Runs the application, and kills a child JVM while it starts. */
    void killWhileItStarts() throws IOException {
        kill(random.nextLong(Math.max(1, undisturbedMillis / 5)));
    }

    /** Runs the application, and kills a child JVM at a random moment of the run. */
    void killAnytime() throws IOException {
        kill(random.nextLong(undisturbedMillis));
    }

    private void kill(long afterMillis) throws IOException {
        Files.deleteIfExists(report());
        int which = random.nextInt(CHILDREN);
        try (MoideProcess run = start()) {
            awaitFirstChild(run);
            Lapse.of(Duration.ofMillis(afterMillis));
            List<ProcessHandle> engines = run.engines();
            engines.stream()
                    .skip(which % Math.max(1, engines.size()))
                    .findFirst()
                    .ifPresent(engine -> {
                        told.add(String.format("process %d of %d, after %d ms", which, engines.size(), afterMillis));
                        engine.destroyForcibly();
                    });
            if (engines.isEmpty()) {
                late++;
                told.add("after " + afterMillis + " ms: too late");
            }
            int exit = run.awaitExit();
            run.err().stream()
                    .filter(line -> line.contains("SIGKILL") || line.contains("went on from"))
                    .forEach(line -> told.add("  " + line));
            assertThat(exit)
                    .as("exit code; %s\n%s", String.join("\n", told), run)
                    .isZero();
        }
    }

    Path report() {
        return home.resolve("run.json");
    }

    JsonObject result() throws IOException {
        return Json.read(report()).getAsJsonObject("result");
    }

    /** Returns the number of runs that ended before the kill. */
    int late() {
        return late;
    }

    /** Returns a line for each kill, for the test's output. */
    @Override
    public String toString() {
        return String.join("\n", told);
    }
}
