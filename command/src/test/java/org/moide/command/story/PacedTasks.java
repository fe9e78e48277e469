package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A user's own bag of tasks that sleep 50 ms each and touch no files, for hosts without a common file system. */
final class PacedTasks {
    static final String NAME = "own.Paced";

    private final Path classes;
    private final long tasks;

    private PacedTasks(Path classes, long tasks) {
        this.classes = classes;
        this.tasks = tasks;
    }

    /**
     * Writes and compiles the application in {@code home}.
     *
     * @param tasks the number of tasks
     */
    static PacedTasks compile(Path home, int tasks) throws IOException {
        OwnApplication application = OwnApplication.compile(home, NAME, """
                package own;
                import org.moide.engine.*;
                public final class Paced implements TaskApplication<Integer, Long> {
                    public void createTasks(TaskContext<Integer> context) {
                        for (int task = 0; task < %d; task++) {
                            context.put(task);
                        }
                    }
                    public Long identity() {
                        return 0L;
                    }
                    public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                        Thread.sleep(50);
                        return 1L + task;
                    }
                    public Long merge(Long left, Long right) {
                        return left + right;
                    }
                    public void handleResults(Long sum, Report report) {
                        report.put("sum", sum);
                    }
                }
                """.formatted(tasks));
        return new PacedTasks(application.classes(), tasks);
    }

    /** Waits until a run that was started with this home folder computes or has ended. */
    static void awaitBegin(Path home) {
        Awaitility.await("a run that computes").atMost(Duration.ofSeconds(100)).until(() -> {
            Path runs = home.resolve(".moide/runs");
            try (Stream<Path> files = Files.isDirectory(runs) ? Files.walk(runs) : Stream.empty()) {
                return files.anyMatch(file -> file.endsWith("began"));
            } catch (UncheckedIOException changes) {
                return false;
            }
        });
    }

    Path classes() {
        return classes;
    }

    /** Returns the line with the result that a run must print. */
    String result() {
        return "sum: " + tasks * (tasks + 1) / 2;
    }

    void assertExact(MoideProcess run) {
        assertThat(run.awaitSuccess().out()).contains(result());
    }
}
