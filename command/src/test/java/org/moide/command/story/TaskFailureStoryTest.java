package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests tasks that throw exceptions, on engines in JVMs of their own. */
@Tag("full")
class TaskFailureStoryTest {
    private static final String SOURCE = """
            package org.example;

            import java.io.IOException;
            import org.moide.engine.*;

            public final class Fragile implements TaskApplication<Integer, Long> {
                public void createTasks(TaskContext<Integer> context) {
                    for (int number = 0; number < 200; number++) {
                        context.put(number);
                    }
                }
                public Long identity() { return 0L; }
                public Long executeTask(Integer number, TaskContext<Integer> context) throws Exception {
                    if (number % 50 == 7) {
                        throw new IOException("number " + number + " cannot be read");
                    }
                    if (number % 10 == 1 && context.engine() == 1) {
                        throw new IllegalStateException("not on this host");
                    }
                    return (long) number;
                }
                public Long merge(Long left, Long right) { return left + right; }
                public void handleResults(Long sum, Report report) { report.put("sum", sum); }
            }
            """;

    @TempDir
    Path home;

    private String classPath = "";

    @BeforeEach
    void compile() throws IOException {
        classPath = OwnApplication.compile(home, "org.example.Fragile", SOURCE)
                .jar(home.resolve("fragile.jar"))
                .toString();
    }

    @Test
    void shouldEndWithTheTaskItsErrorAndAllPlacesWhenATaskThrowsEverywhere() {
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "3",
                "--threads",
                "1",
                "--classpath",
                classPath,
                "org.example.Fragile")) {
            assertThat(run.awaitExit()).isEqualTo(1);
            assertThat(run.err())
                    .anyMatch(line -> line.matches("moide run: the application failed in executeTask: task \\d*7 threw"
                            + " java.io.IOException: number \\d*7 cannot be read in 3 tries:( engine-\\d-compute-0 on"
                            + " \\S+){3} \\(--task-failures says how many tasks may fail\\)"))
                    .anyMatch(line -> line.contains("at org.example.Fragile.executeTask"));
        }
    }

    @Test
    void shouldGoOnWithoutSuchTasksAndListThemWhenTheyAreIgnored() throws IOException {
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "3",
                "--threads",
                "1",
                "--pool",
                "lifo_st2",
                "--task-failures",
                "ignore",
                "--task-tries",
                "20",
                "--verify-merge",
                "--report",
                "run.json",
                "--classpath",
                classPath,
                "org.example.Fragile")) {
            run.awaitSuccess();
            assertThat(run.err()).anyMatch(line -> line.contains("4 failed and left out"));
        }
        JsonObject report = Json.read(home.resolve("run.json"));
        assertThat(report.getAsJsonObject("result").get("sum").getAsLong()).isEqualTo(199 * 100 - 7 - 57 - 107 - 157);
        JsonObject tasks = report.getAsJsonObject("tasks");
        assertThat(tasks.get("counted").getAsLong()).isEqualTo(196);
        assertThat(tasks.get("failed").getAsLong()).isEqualTo(4);
        assertThat(tasks.getAsJsonArray("failures")).hasSize(4).allSatisfy(failure -> {
            JsonObject one = failure.getAsJsonObject();
            assertThat(one.get("error").getAsString()).startsWith("java.io.IOException: number ");
            assertThat(one.getAsJsonArray("tries")).hasSize(20);
        });
    }
}
