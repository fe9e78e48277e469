package org.moide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

class MoideTest {
    private static final Moide MOIDE = QuickMoide.builder().threads(2).build();

    /** Adds up the squares of the numbers below its argument. */
    public static final class Squares implements TaskApplication<Long, Long> {
        @Override
        public void createTasks(TaskContext<Long> context) {
            long below = Long.parseLong(context.arguments().words().get(0));
            for (long number = 0; number < below; number++) {
                context.put(number);
            }
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Long task, TaskContext<Long> context) {
            return task * task;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long result, Report report) {
            report.put("sum", result);
            report.put("halves", new double[] {result / 2.0, result / 4.0});
            report.print("the sum is " + result);
        }
    }

    /** Says which task it has begun, and ends when it is ended, or throws. */
    public static final class Endless implements TaskApplication<String, Long> {
        @Override
        public void createTasks(TaskContext<String> context) {
            context.put(context.arguments().words().get(0));
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(String task, TaskContext<String> context) throws Exception {
            if (task.equals("throw")) {
                throw new IllegalStateException("it was to throw");
            }
            if (task.equals("exit")) {
                Runtime.getRuntime().halt(17);
            }
            context.report().print("begun");
            new CountDownLatch(1).await();
            return 0L;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left;
        }

        @Override
        public void handleResults(Long result, Report report) {}
    }

    /** Counts in a static field, of which each run is to have its own. */
    public static final class Counting implements TaskApplication<Counting.One, Long> {
        private static long objects;

        record One() implements Serializable {}

        public Counting() {
            objects++;
        }

        @Override
        public void createTasks(TaskContext<One> context) {
            context.put(new One());
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(One task, TaskContext<One> context) {
            return objects;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long result, Report report) {
            report.put("objects", result);
        }
    }

    @AfterAll
    static void close() {
        MOIDE.close();
    }

    @Test
    void shouldReturnWhatAnApplicationReports() throws Exception {
        RunResult result = MOIDE.run(Squares.class, "100");

        assertThat(result.value("sum", Long.class)).isEqualTo(328_350);
        assertThat(result.value("halves", double[].class)).containsExactly(164_175.0, 82_087.5);
        assertThat(result.lines()).containsExactly("the sum is 328350");
        assertThat(result.report()).contains("\"sum\": 328350", "\"engines\"");
        assertThatThrownBy(() -> result.value("total", Long.class))
                .hasMessage("expected a result 'total', found [sum, halves]");
        assertThatThrownBy(() -> result.value("sum", String.class))
                .hasMessageContaining("expected java.lang.String, found");
    }

    @Test
    void shouldRunSeveralAtOnce() {
        List<CompletableFuture<RunResult>> runs = new ArrayList<>();
        for (int below = 1; below <= 4; below++) {
            runs.add(MOIDE.start(Squares.class, Integer.toString(below * 10)));
        }
        assertThat(runs.stream().map(run -> run.join().value("sum", Long.class)))
                .containsExactly(285L, 2_470L, 8_555L, 20_540L);
    }

    @Test
    void shouldUseEnginesInJvmsOfTheirOwn() throws Exception {
        try (Moide two = QuickMoide.builder().localEngines(2).threads(1).build()) {
            RunResult result = two.run(Squares.class, "1000");
            assertThat(result.value("sum", Long.class)).isEqualTo(332_833_500);
            assertThat(result.report()).contains("\"id\": 1");
        }
    }

    @Test
    void shouldLoadClassesAnewForEachRun() throws Exception {
        long first = MOIDE.run(Counting.class).value("objects", Long.class);
        long second = MOIDE.run(Counting.class).value("objects", Long.class);

        assertThat(second).isEqualTo(first);
    }

    @Test
    void shouldThrowWhatTheApplicationThrew() {
        assertThatThrownBy(() -> MOIDE.run(Endless.class, "throw"))
                .isInstanceOfSatisfying(RunFailedException.class, failed -> {
                    assertThat(failed).hasMessageContaining("it was to throw");
                    assertThat(failed.getCause()).isNotNull();
                    assertThat(failed.getCause().getStackTrace()[0].getClassName())
                            .isEqualTo(Endless.class.getName());
                });
    }

    @Test
    void shouldRefuseWhatCannotRun() {
        assertThatThrownBy(() -> MOIDE.run("org.example.Nothing"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("org.example.Nothing");
        try (Moide wrong = QuickMoide.builder().strategy("nosuch").build()) {
            assertThatThrownBy(() -> wrong.run(Squares.class, "1"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("nosuch");
        }
        assertThatThrownBy(() -> QuickMoide.builder().option("strategy", "x"))
                .hasMessage("expected an option such as --strategy, found 'strategy'");
    }

    @Test
    void shouldEndARunThatIsCancelled() throws Exception {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch begun = new CountDownLatch(1);
        RunListener listener = new RunListener() {
            @Override
            public void line(String application, String line) {
                heard.add(application + ": " + line);
                begun.countDown();
                throw new IllegalStateException("a listener that throws disturbs nobody");
            }
        };
        try (Moide moide = QuickMoide.builder().threads(1).listener(listener).build()) {
            CompletableFuture<RunResult> run = moide.start(Endless.class, "wait");
            begun.await();
            run.cancel(true);

            assertThatThrownBy(run::join).isInstanceOf(CancellationException.class);
            assertThat(heard).containsExactly(Endless.class.getName() + ": begun");
            assertThat(moide.run(Squares.class, "10").value("sum", Long.class)).isEqualTo(285);
        }
    }

    @Test
    void shouldGoOnInAnotherChildWhenTheApplicationKillsItsJvm() throws Exception {
        try (Moide moide = QuickMoide.builder().threads(1).build()) {
            assertThatThrownBy(() -> moide.run(Endless.class, "exit"))
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining("ended with exit code 17");
            assertThat(moide.run(Squares.class, "10").value("sum", Long.class)).isEqualTo(285);
        }
    }

    @Test
    void shouldRefuseARunAfterItsEnd() {
        Moide moide = Moide.local();
        moide.close();
        moide.close();
        assertThatThrownBy(() -> moide.run(Squares.class, "1")).isInstanceOf(IllegalStateException.class);
    }
}
