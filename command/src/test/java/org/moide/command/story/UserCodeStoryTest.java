package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what a user's own code may do, and which environment it finds, in the coordinator's own engine and in another
 * JVM.
 */
class UserCodeStoryTest {
    private static final String SOURCE = """
            package own;
            import java.util.ServiceLoader;
            import java.util.concurrent.*;
            import java.util.stream.IntStream;
            import org.moide.engine.*;
            public final class UserCode implements TaskApplication<Integer, Integer> {
                public static final class Service implements Runnable { public void run() {} }
                public void createTasks(TaskContext<Integer> context) {
                    for (int task = 0; task < 40; task++) {
                        context.put(task);
                    }
                }
                public Integer identity() { return 0; }
                public Integer executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                    switch (context.arguments().words().get(0)) {
                        case "loader" -> loader();
                        case "escapes" -> {
                            System.out.println("mine \\u001b[32mgreen");
                            throw new IllegalStateException("line1\\nmoide run: all is well\\r\\u001b[31mred\\u009b1m\\u202e");
                        }
                        default -> throw new IllegalArgumentException();
                    }
                    return 1;
                }
                private static void loader() throws Exception {
                    look();
                    ForkJoinPool.commonPool().submit(UserCode::look).get();
                    CompletableFuture.runAsync(UserCode::look).get();
                    IntStream.range(0, 100).parallel().forEach(number -> look());
                    FutureTask<Object> asked = new FutureTask<>(UserCode::look, null);
                    if (Runtime.version().feature() >= 21) {
                        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, asked);
                    } else {
                        new Thread(asked).start();
                    }
                    asked.get();
                    Thread.currentThread().setContextClassLoader(null);
                }
                private static void look() {
                    long found = ServiceLoader.load(Runnable.class).stream().filter(one -> one.type() == Service.class).count();
                    if (found != 1) {
                        throw new IllegalStateException(
                                found + " services by " + Thread.currentThread().getContextClassLoader());
                    }
                }
                public Integer merge(Integer left, Integer right) { return left + right; }
                public void handleResults(Integer sum, Report report) { report.put("sum", sum); }
            }
            """;

    @TempDir
    static Path home;

    private static String jar = "";

    @BeforeAll
    static void compile() throws IOException {
        OwnApplication application = OwnApplication.compile(home, "own.UserCode", SOURCE);
        Path services = Files.createDirectories(application.classes().resolve("META-INF/services"));
        Files.writeString(services.resolve("java.lang.Runnable"), "own.UserCode$Service");
        jar = application.jar(home.resolve("user.jar")).toString();
    }

    private static MoideProcess start(String... words) throws IOException {
        return MoideProcess.start(
                home,
                Stream.concat(Stream.of("run", "--local-engines", "2", "--threads", "1", jar), Stream.of(words))
                        .toArray(String[]::new));
    }

    @Test
    @Tag("jdk")
    void shouldFindServicesWhereverATaskComputes() throws IOException {
        try (MoideProcess run = start("loader")) {
            run.awaitSuccess();
            assertThat(run.err()).noneMatch(line -> line.contains("tried again"));
        }
    }

    /**
     * Checks that neither exceptions nor arguments can forge lines or control the terminal. Lines that a task prints
     * itself are shown unchanged.
     */
    @Test
    void shouldShowNoControlsOfExceptionsAndArguments() throws IOException {
        try (MoideProcess run = start("escapes", "\u001b[2J", "an\nother")) {
            assertThat(run.awaitExit()).isEqualTo(1);
            assertThat(run.err())
                    .noneMatch(line ->
                            line.matches(".*[\\p{Cntrl}&&[^\t]].*") || line.startsWith("moide run: all is well"))
                    .noneMatch(line -> line.contains("\u009b") || line.contains("\u202e"))
                    .anyMatch(line -> line.contains(
                            "line1\\nmoide run: all is well\\r\\u001b[31mred\\u009b1m\\u202e in 3 tries"));
            assertThat(run.out()).contains("mine \u001b[32mgreen");
        }
        try (MoideProcess history = MoideProcess.start(home, "history")) {
            history.awaitSuccess();
            assertThat(history.out())
                    .anyMatch(line -> line.endsWith("escapes \\u001b[2J an\\nother"))
                    .noneMatch(line -> line.contains("\u001b"));
        }
    }
}
