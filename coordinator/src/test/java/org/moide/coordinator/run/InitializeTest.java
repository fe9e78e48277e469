package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.balance.strategy.Strategies;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.TaskSettings;

/** Tests whole runs in one JVM whose engines call {@code initialize} at their start. */
class InitializeTest {
    private static final int OBJECTS_OF_EACH = 4;
    private static final int TASKS_OF_EACH = 50;
    private static final int LENGTH = 200;

    /**
     * A bag in which each call of {@code initialize}, one for each engine, writes some objects and puts tasks. Each
     * task reads an object that the same call wrote and one that the next engine's call wrote.
     */
    private static class Parts implements TaskApplication<long[], Long> {
        @Override
        public void createTasks(TaskContext<long[]> context) throws Exception {}

        @Override
        public void initialize(int part, int parts, TaskContext<long[]> context) throws Exception {
            for (int object = 0; object < OBJECTS_OF_EACH; object++) {
                int[] numbers = new int[LENGTH];
                Arrays.fill(numbers, part * OBJECTS_OF_EACH + object + 1);
                context.write((long) part * OBJECTS_OF_EACH + object, numbers);
            }
            for (int task = 0; task < TASKS_OF_EACH; task++) {
                long own = (long) part * OBJECTS_OF_EACH + task % OBJECTS_OF_EACH;
                long others = (long) (part + 1) % parts * OBJECTS_OF_EACH + task % OBJECTS_OF_EACH;
                context.put(new long[] {own, others}, own, others);
            }
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(long[] task, TaskContext<long[]> context) {
            return (long) context.read(task[0], int[].class)[0] + context.read(task[1], int[].class)[LENGTH - 1];
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long sum, Report report) {
            report.put("sum", sum);
        }
    }

    private static long sum(int parts) {
        long sum = 0;
        for (int part = 0; part < parts; part++) {
            for (int task = 0; task < TASKS_OF_EACH; task++) {
                // Tasks of two parts read each object.
                sum += 2L * (part * OBJECTS_OF_EACH + task % OBJECTS_OF_EACH + 1);
            }
        }
        return sum;
    }

    static List<String> strategies() {
        return Strategies.names();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void shouldBeginOnEachEngineWithAPartOfItsOwn(String strategy) throws InterruptedException {
        TestRun run = TestRun.of(Parts::new, 1, 2, 1).with(strategy);
        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("sum", sum(3));
        assertThat(run.faults).isEmpty();
        assertThat(outcome.pool().executedTasks()).isEqualTo(3L * TASKS_OF_EACH + 3);
    }

    /**
     * Checks that tasks run on the engines that have the objects which the tasks read. It does not check that this
     * saves time, since that would not show on two processors.
     */
    @Test
    void shouldBeginTasksWhereTheyAreWhatTheyReadIs() throws InterruptedException {
        AtomicInteger elsewhere = new AtomicInteger();
        TestRun run = TestRun.of(
                () -> new Parts() {
                    @Override
                    public void initialize(int part, int parts, TaskContext<long[]> context) throws Exception {
                        elsewhere.addAndGet(part == context.engine() ? 0 : 1);
                        super.initialize(part, parts, context);
                    }
                },
                1,
                1);

        assertThat(run.run().failure()).isNull();
        assertThat(elsewhere).as("parts that were not done by their engines").hasValue(0);
    }

    @Test
    void shouldTryAPartAgainThatThrew() throws InterruptedException {
        AtomicInteger thrown = new AtomicInteger();
        TestRun run = TestRun.of(
                () -> new Parts() {
                    @Override
                    public void initialize(int part, int parts, TaskContext<long[]> context) throws Exception {
                        if (part == 1 && thrown.getAndIncrement() == 0) {
                            context.write(OBJECTS_OF_EACH, new int[] {1});
                            throw new IllegalStateException("not yet");
                        }
                        super.initialize(part, parts, context);
                    }
                },
                1,
                1);

        assertThat(run.run().failure()).isNull();
        assertThat(run.results).containsEntry("sum", sum(2));
    }

    @Test
    void shouldNameThePartThatThrows() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Parts() {
                            @Override
                            public void initialize(int part, int parts, TaskContext<long[]> context) {
                                throw new IllegalStateException("no such file");
                            }
                        },
                        1)
                .with(new TaskSettings(Discipline.DEFAULT, new FailurePolicy(1, 0), DataSettings.DEFAULT, false))
                .run();

        assertThat(Objects.requireNonNull(outcome.failure(), "a failure").toString())
                .contains("task initialize(part 0 of 1) threw java.lang.IllegalStateException: no such file");
    }

    /** A bag that puts each task into the queue of a thread other than the one that puts it. */
    private static final class Queued implements TaskApplication<Integer, Long> {
        @Override
        public void createTasks(TaskContext<Integer> context) {
            assertThatThrownBy(() -> context.putInto(0, 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("initialize");
        }

        @Override
        public void initialize(int part, int parts, TaskContext<Integer> context) {
            int queues = context.queues();
            assertThatThrownBy(() -> context.putInto(queues, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "putInto: expected the queue of one of this engine's 2 compute threads, from 0 on, found 2");
            for (int task = 0; task < TASKS_OF_EACH; task++) {
                context.putInto(task % queues, task);
            }
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) {
            return (long) task;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long sum, Report report) {
            report.put("sum", sum);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunTasksThatArePutIntoQueues(Discipline discipline) throws InterruptedException {
        TestRun run = TestRun.of(Queued::new, 2, 2)
                .with(new TaskSettings(discipline, FailurePolicy.DEFAULT, DataSettings.DEFAULT, false));
        assertThat(run.run().failure()).isNull();
        assertThat(run.results).containsEntry("sum", (long) TASKS_OF_EACH * (TASKS_OF_EACH - 1));
        assertThat(run.faults).isEmpty();
    }
}
