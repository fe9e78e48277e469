package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.samples.bench.LastTasks;

/**
 * Tests a run in which one engine takes minutes for a task that others do in a moment. The run does not wait for that
 * engine, and each task counts once.
 */
class SecondCopiesStoryTest {
    private static final int TASKS = 12;

    /** The difference between the number of a task and the number of the task that it puts. */
    private static final long PUT = 1_000_000;

    @TempDir
    Path home;

    @Test
    void shouldNotWaitForAnEngineThatIsSlowWithItsLastTasks() throws IOException {
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "3",
                "--no-own-engine",
                "--threads",
                "1",
                "--report",
                "run.json",
                "--classpath",
                LastTasks.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath(),
                LastTasks.class.getName(),
                "--tasks",
                Integer.toString(TASKS),
                "--putting",
                Integer.toString(TASKS),
                "--millis",
                "100",
                "--slow",
                "2",
                "--times",
                "3000")) {
            run.awaitSuccess();
            assertThat(run.err()).anyMatch(line -> line.contains(" begun once more by idle engines ("));
        }
        JsonObject report = Json.read(home.resolve("run.json"));
        long once = TASKS * (TASKS + 1) / 2;
        assertThat(report.getAsJsonObject("result").get("sum").getAsLong()).isEqualTo(2 * once + TASKS * PUT);
        JsonObject copies = report.getAsJsonObject("tasks").getAsJsonObject("secondCopies");
        assertThat(copies.get("begun").getAsLong()).isPositive();
        assertThat(copies.get("first").getAsLong()).isPositive();
    }
}
