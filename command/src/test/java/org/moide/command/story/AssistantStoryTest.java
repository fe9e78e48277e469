package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a command can give an engine an assistant in the middle of a bag of tasks, and that every task counts
 * once.
 */
@Tag("full")
class AssistantStoryTest {
    /** The number of tasks: enough for 15 s on two threads. */
    private static final int TASKS = 1_500;

    @TempDir
    Path home;

    private MoideProcess moide(String... words) {
        try (MoideProcess command = MoideProcess.start(home, words)) {
            return command.awaitSuccess();
        }
    }

    @Test
    void shouldShareAnEnginesTasksWithAnAssistant() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, TASKS);
        tasks.hold();
        try (MoideProcess run = tasks.run("--local-engines", "2")) {
            tasks.awaitBeginOn(1);
            assertThat(moide("expand", "--engine", "1").out())
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .startsWith("engine-2 on ")
                            .contains("as assistant of engine-1, whose power is "));
            tasks.awaitBeginOn(2);
            assertThat(moide("status").out())
                    .anyMatch(line -> line.matches(" *2 .* assistant of engine-1 .*"))
                    .anyMatch(line -> line.startsWith("assist "));
            try (MoideProcess again = MoideProcess.start(home, "expand", "--engine", "2")) {
                assertThat(again.awaitExit()).isEqualTo(1);
                assertThat(again.err()).anyMatch(line -> line.startsWith("moide expand: ") && line.contains("assists"));
            }
            tasks.letGo();
            tasks.assertSumOf(run);
        }
        JsonArray engines = tasks.report().getAsJsonArray("engines");
        JsonObject assistant = engines.get(2).getAsJsonObject();
        assertThat(assistant.get("assistantOf").getAsInt()).isEqualTo(1);
        assertThat(tasksOf(assistant)).as("tasks of the assistant").isGreaterThan(TASKS / 20);
        assertThat(tasks.report().getAsJsonArray("reconfigurations"))
                .singleElement()
                .satisfies(change -> assertThat(
                                change.getAsJsonObject().get("kind").getAsString())
                        .isEqualTo("assist"));
    }

    @Test
    void shouldGiveSubtasksOfAnEnginesThreadsToItsAssistant() throws Exception {
        Path report = home.resolve("mandelbrot.json");
        String[] words = {
            "run",
            "--local-engines",
            "2",
            "--report",
            report.toString(),
            "mandelbrot",
            "--picture",
            "none",
            "--size",
            "1000",
            "--limit",
            "20000",
            "--bands",
            "40",
            "--passes",
            "40"
        };
        try (MoideProcess run = MoideProcess.start(home, words)) {
            run.awaitError("checkpoints survive an engine's loss"); // the application has called restore
            assertThat(moide("expand", "--engine", "1").out())
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains(" as assistant of engine-1 at checkpoint"));
            run.awaitSuccess();
        }
        JsonObject said = JsonParser.parseString(Files.readString(report)).getAsJsonObject();
        assertThat(said.getAsJsonObject("result").get("lent").getAsLong())
                .as("rows that went to another engine")
                .isPositive();
        JsonObject assistant = said.getAsJsonArray("engines").get(2).getAsJsonObject();
        assertThat(assistant.get("assistantOf").getAsInt()).isEqualTo(1);
        assertThat(tasksOf(assistant)).isPositive();
    }

    private static int tasksOf(JsonObject engine) {
        return engine.getAsJsonArray("threads")
                .get(0)
                .getAsJsonObject()
                .get("tasks")
                .getAsInt();
    }

    @Test
    void shouldAssistTheSuccessorWhenItsEngineIsReplaced() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, TASKS);
        tasks.hold();
        try (MoideProcess run = tasks.run("--local-engines", "2")) {
            tasks.awaitBeginOn(1);
            moide("expand", "--engine", "1");
            tasks.awaitBeginOn(2);
            moide("replace", "--engine", "1");
            run.awaitError(" assists engine-3 from now on, which takes the place of engine-1");
            tasks.awaitBeginOn(3);
            assertThat(moide("status").out()).anyMatch(line -> line.matches(" *2 .* assistant of engine-3 .*"));
            tasks.letGo();
            tasks.assertSumOf(run);
        }
        JsonObject assistant = tasks.report().getAsJsonArray("engines").get(2).getAsJsonObject();
        assertThat(assistant.get("assistantOf").getAsInt()).isEqualTo(3);
    }

    @Test
    void shouldCountEveryTaskOnceWhenTheAssistantIsKilled() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, TASKS);
        try (MoideProcess run = tasks.run("--local-engines", "2")) {
            tasks.awaitBeginOn(1);
            List<ProcessHandle> before = run.awaitChildren(1);
            moide("expand", "--engine", "1");
            tasks.awaitBeginOn(2);
            run.awaitChildren(2).stream()
                    .filter(engine -> !before.contains(engine))
                    .forEach(ProcessHandle::destroyForcibly);
            run.awaitError("engine-2");
            run.awaitSuccess();
            assertThat(run.err()).anyMatch(line -> line.contains("engine-2 ") && line.contains("was lost"));
        }
        assertThat(tasks.report().getAsJsonObject("result").get("sum").getAsLong())
                .isEqualTo(TASKS + (long) TASKS * (TASKS - 1) / 2);
        assertThat(tasks.report().getAsJsonObject("tasks").get("counted").getAsInt())
                .isEqualTo(TASKS);
    }
}
