package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests tasks that never end: one waits, one ignores interrupts, and one returns an endless object. They are given up,
 * and all other tasks are done.
 */
@Tag("full")
class HangingTasksStoryTest {
    private static final int TASKS = 200;

    private static final String SOURCE = """
            package own;
            import java.util.HashSet;
            import org.moide.engine.*;
            public final class Hanging implements TaskApplication<Integer, Hanging.Sum> {
                public record Sum(long sum, HashSet<Object> with) implements java.io.Serializable {}
                private static volatile int turns;
                public void createTasks(TaskContext<Integer> context) {
                    for (int task = 0; task < %d; task++) {
                        context.put(task);
                    }
                }
                public Sum identity() { return new Sum(0, null); }
                public Sum executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                    if (task == 7) {
                        Thread.sleep(3_600_000);
                    }
                    while (task == 8) {
                        turns++;
                    }
                    Thread.sleep(5);
                    return new Sum(task, task == 9 ? nested() : null);
                }
                private static HashSet<Object> nested() { // has its hash only when it is read, which takes years
                    HashSet<Object> all = new HashSet<>();
                    HashSet<Object> left = all;
                    HashSet<Object> right = new HashSet<>();
                    for (int depth = 0; depth < 60; depth++) {
                        HashSet<Object> first = new HashSet<>();
                        HashSet<Object> second = new HashSet<>();
                        first.add("first");
                        left.add(first);
                        left.add(second);
                        right.add(first);
                        right.add(second);
                        left = first;
                        right = second;
                    }
                    return all;
                }
                public Sum merge(Sum left, Sum right) {
                    return new Sum(left.sum() + right.sum(), left.with() == null ? right.with() : left.with());
                }
                public void handleResults(Sum sum, Report report) { report.put("sum", sum.sum()); }
            }
            """.formatted(TASKS);

    @TempDir
    Path home;

    private MoideProcess start(String... options) throws IOException {
        String classes =
                OwnApplication.compile(home, "own.Hanging", SOURCE).classes().toString();
        String[] words = {"run", "--task-time-limit", "1s", "--task-tries", "1", "--classpath", classes};
        String[] all = new String[words.length + options.length + 1];
        System.arraycopy(words, 0, all, 0, words.length);
        System.arraycopy(options, 0, all, words.length, options.length);
        all[all.length - 1] = "own.Hanging";
        return MoideProcess.start(home, all);
    }

    @Test
    void shouldGoOnWithoutTasksThatHangAndBlameNoOther() throws IOException {
        try (MoideProcess run = start(
                "--local-engines",
                "3",
                "--no-own-engine",
                "--threads",
                "2",
                "--task-failures",
                "ignore",
                "--report",
                "run.json")) {
            run.awaitSuccess();
            assertThat(run.err())
                    .anyMatch(line ->
                            line.matches("moide run: task 7 took longer than 1 s \\(--task-time-limit\\) in 1 try:"
                                    + " engine-\\d-compute-\\d on \\S+; the run goes on without it"))
                    .anyMatch(line ->
                            line.matches("moide run: engine-\\d on \\S+ was lost: ended since task 8 took longer"
                                    + " than 1 s \\(--task-time-limit\\) and was deaf to the interrupt \\(exit code 1\\); it was"
                                    + " running task .*"))
                    .anyMatch(line -> line.contains(" was lost: ended since task 9 took longer than 1 s "))
                    .anyMatch(line -> line.contains(" has ended its engine's JVM in 1 try: "));
        }
        JsonObject report = Json.read(home.resolve("run.json"));
        assertThat(report.getAsJsonObject("result").get("sum").getAsLong())
                .isEqualTo(TASKS * (TASKS - 1L) / 2 - 7 - 8 - 9);
        assertThat(report.getAsJsonObject("tasks").get("failed").getAsLong()).isEqualTo(3);
    }

    @Test
    void shouldEndTheRunWithAWayOnWhenNoProcessCanBeEndedForATask() throws IOException {
        try (MoideProcess run = start("--threads", "2", "--task-failures", "ignore")) {
            assertThat(run.awaitExit()).isEqualTo(1);
            assertThat(run.err())
                    .anyMatch(line ->
                            line.matches("moide run: task [89] took longer than 1 s \\(--task-time-limit\\) and is"
                                    + " deaf to the interrupt, in the coordinator's own JVM, which cannot be ended for it; start the"
                                    + " run with --no-own-engine.*"))
                    .anyMatch(line -> line.matches("moide run: 'moide resume \\S+' goes on where it was"));
        }
    }
}
