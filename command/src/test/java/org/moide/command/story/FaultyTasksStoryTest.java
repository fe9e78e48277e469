package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests tasks that exit, exhaust the memory, recurse endlessly or leave threads behind, on one engine only. At worst
 * that engine's JVM is lost: the other engines execute its tasks, and the daemons go on.
 */
class FaultyTasksStoryTest {
    private static final int TASKS = 400;

    private static final String SOURCE = """
            package own;
            import java.util.ArrayList;
            import java.util.List;
            import org.moide.engine.*;
            public final class Faulty implements TaskApplication<Integer, Long> {
                public void createTasks(TaskContext<Integer> context) {
                    for (int task = 0; task < %d; task++) {
                        context.put(task);
                    }
                }
                public Long identity() { return 0L; }
                public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                    Thread.sleep(5);
                    if (context.engine() == 1) {
                        switch (context.arguments().words().get(0)) {
                            case "exit" -> System.exit(7);
                            case "hoard" -> hoard();
                            case "recurse" -> recurse(1);
                            default -> leak();
                        }
                    }
                    return 1L + task;
                }
                private static void hoard() {
                    List<long[]> all = new ArrayList<>();
                    while (true) {
                        all.add(new long[1 << 18]);
                    }
                }
                private static int recurse(int depth) {
                    return recurse(depth + 1) + depth;
                }
                private static void leak() {
                    for (int thread = 0; thread < 3; thread++) {
                        new Thread(() -> {
                            while (true) {
                                try {
                                    Thread.sleep(1_000);
                                } catch (InterruptedException never) {
                                    // goes on
                                }
                            }
                        }).start();
                    }
                }
                public Long merge(Long left, Long right) { return left + right; }
                public void handleResults(Long sum, Report report) { report.put("sum", sum); }
            }
            """.formatted(TASKS);

    @TempDir
    static Path home;

    private static String classes = "";
    private static Daemon first;
    private static Daemon second;

    @BeforeAll
    static void startDaemons() throws IOException {
        classes = OwnApplication.compile(home, "own.Faulty", SOURCE).classes().toString();
        first = Daemon.start(home);
        second = Daemon.start(home);
    }

    @AfterAll
    static void stopDaemons() {
        first.close();
        second.close();
    }

    /**
     * Runs the application and checks that every task is done once, whatever fault its tasks have on engine 1.
     *
     * @return the lines on standard error
     */
    private List<String> run(String fault) throws IOException {
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--hosts",
                first.address() + "," + second.address(),
                "--threads",
                "1",
                "--engine-memory",
                "64m",
                "--task-tries",
                "20",
                "--report",
                "run.json",
                "--classpath",
                classes,
                "own.Faulty",
                fault)) {
            run.awaitSuccess();
            JsonObject report = Json.read(home.resolve("run.json"));
            assertThat(report.getAsJsonObject("result").get("sum").getAsLong())
                    .isEqualTo(TASKS + TASKS * (TASKS - 1L) / 2);
            assertThat(report.getAsJsonObject("tasks").get("counted").getAsLong())
                    .isEqualTo(TASKS);
            Awaitility.await("no engine JVM is left")
                    .until(() -> first.process().children().isEmpty()
                            && second.process().children().isEmpty());
            assertThat(first.process().isAlive()).isTrue();
            assertThat(second.process().isAlive()).isTrue();
            return run.err();
        }
    }

    @Test
    void shouldNameTaskHostPlaceAndExitCodeWhenATaskExits() throws IOException {
        assertThat(run("exit"))
                .anyMatch(
                        line -> line.matches(
                                "moide run: engine-1 on \\S+ was lost: the application called System.exit \\(exit code 7\\) in"
                                        + " engine-1-compute-0 at own.Faulty.executeTask\\(Faulty.java:\\d+\\); it was running task '\\d+'; its tasks go to the others"));
    }

    @Test
    @Tag("full")
    void shouldNameTaskHostMemoryAndExitCodeWhenATaskHoards() throws IOException {
        assertThat(run("hoard"))
                .anyMatch(
                        line -> line.matches(
                                "moide run: engine-1 on \\S+ was lost: ran out of memory"
                                        + " \\(exit code 3\\).* of 6\\d MiB.*; it was running task '\\d+'; its tasks go to the others"));
    }

    @Test
    @Tag("full")
    void shouldHaveAnotherEngineTryWhenATaskRecursesWithoutEnd() throws IOException {
        assertThat(run("recurse")).noneMatch(line -> line.contains("was lost"));
    }

    @Test
    @Tag("full")
    void shouldEndTheJvmWithTheRunWhenTasksLeaveThreadsBehind() throws IOException {
        assertThat(run("leak")).noneMatch(line -> line.contains("was lost"));
    }
}
