package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A user's own bag of tasks that sleep 20 ms each, so that the run takes its time on any machine without using a
 * processor.
 */
final class SleepingTasks {
    private final Path home;
    private final int tasks;
    private final OwnApplication application;

    private SleepingTasks(Path home, int tasks, OwnApplication application) {
        this.home = home;
        this.tasks = tasks;
        this.application = application;
    }

    /**
     * Writes and compiles the application in {@code home}.
     *
     * @param tasks the number of tasks
     */
    static SleepingTasks compile(Path home, int tasks) throws IOException {
        return new SleepingTasks(home, tasks, OwnApplication.compile(home, "own.Sleeper", """
                package own;
                import java.nio.file.*;
                import org.moide.engine.*;
                public final class Sleeper implements TaskApplication<Integer, Long> {
                    public void createTasks(TaskContext<Integer> context) {
                        context.report().put("tasks", %1$d);
                        for (int task = 0; task < %1$d; task++) {
                            context.put(task);
                        }
                    }
                    public Long identity() {
                        return 0L;
                    }
                    public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                        Path mark = Path.of("began-" + context.engine());
                        if (!Files.exists(mark)) {
                            Files.writeString(mark, "");
                        }
                        Thread.sleep(Files.exists(Path.of("hold")) ? 200 : 20);
                        return 1L + task;
                    }
                    public Long merge(Long left, Long right) {
                        return left + right;
                    }
                    public void handleResults(Long sum, Report report) {
                        report.put("sum", sum);
                    }
                }
                """.formatted(tasks)));
    }

    /**
     * Runs the application with a report.
     *
     * @param where the option that selects the place of the engines
     * @param value the option's value
     */
    MoideProcess run(String where, String value, String... options) {
        return run(List.of(), where, value, options);
    }

    /**
     * Runs the application through another program.
     *
     * @param by the words to put before the command, such as a program that runs it on another host
     */
    MoideProcess run(List<String> by, String where, String value, String... options) {
        return MoideProcess.start(home, by, words(where, value, options));
    }

    /** Returns the arguments of the command that runs the application. */
    String[] words(String where, String value, String... options) {
        String[] before = {"run", where, value, "--threads", "1", "--report", "run.json", "--classpath"};
        String[] words = new String[before.length + options.length + 2];
        System.arraycopy(before, 0, words, 0, before.length);
        words[before.length] = application.classes().toString();
        System.arraycopy(options, 0, words, before.length + 1, options.length);
        words[words.length - 1] = "own.Sleeper";
        return words;
    }

    /**
     * Makes each task take ten times as long from now on, so that the run has not ended when a slow machine executes
     * the test's commands.
     */
    void hold() throws IOException {
        Files.createFile(home.resolve("hold"));
    }

    /** Lets tasks take their usual time again, after {@link #hold}. */
    void letGo() throws IOException {
        Files.delete(home.resolve("hold"));
    }

    /** Returns the path of the application's classes. */
    String classes() {
        return application.classes().toString();
    }

    void awaitBeginOn(int engine) {
        Awaitility.await("engine " + engine + " has begun").until(() -> Files.exists(home.resolve("began-" + engine)));
    }

    /** Waits until this many engines have begun. */
    void awaitBegin(int engines) {
        Awaitility.await(engines + " engines have begun").until(() -> {
            try (Stream<Path> marks = Files.list(home)) {
                return marks.filter(mark -> mark.getFileName().toString().startsWith("began-"))
                                .count()
                        == engines;
            }
        });
    }

    JsonObject report() throws IOException {
        return Json.read(home.resolve("run.json"));
    }

    /** Requires that the run succeeds, that no engine was declared lost, and that every task counts once. */
    void assertSumOf(MoideProcess run) throws IOException {
        assertSumWhoeverWasLost(run);
        assertThat(run.err()).noneMatch(line -> line.contains("was lost"));
    }

    /** Requires that the run succeeds and that every task counts once. */
    void assertSumWhoeverWasLost(MoideProcess run) throws IOException {
        run.awaitSuccess();
        assertThat(report().getAsJsonObject("result").get("sum").getAsLong())
                .isEqualTo(tasks + (long) tasks * (tasks - 1) / 2);
        assertThat(report().getAsJsonObject("tasks").get("counted").getAsInt()).isEqualTo(tasks);
    }
}
