package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.balance.strategy.Strategies;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.TaskSettings;

/** Tests whole runs in one JVM whose tasks read data objects. */
class DataObjectsTest {
    private static final int OBJECTS = 12;
    private static final int LENGTH = 1_000;

    /** The number of bytes of an encoded array of doubles, a data object of these tests. */
    private static final long OBJECT_BYTES = LENGTH * Double.BYTES + 100;

    private static final int TASKS = 400;

    /**
     * The default build tries only one of so many pairs of a pool and a strategy. Each pool, and each strategy, is in a
     * pair that is tried.
     */
    private static final int ONE_PAIR_OF = Integer.getInteger("moide.seeds", 300) >= 1_000 ? 1 : 3;

    /** A bag whose tasks sum two arrays. Half of the tasks put another task, which reads the next two arrays. */
    private static class Sums implements TaskApplication<Integer, Double> {
        @Override
        public void createTasks(TaskContext<Integer> context) {
            for (int id = 0; id < OBJECTS; id++) {
                double[] values = new double[LENGTH];
                Arrays.fill(values, id + 1);
                context.write(id, values);
            }
            for (int task = 0; task < TASKS; task++) {
                context.put(task, reads(task));
            }
        }

        static long[] reads(int task) {
            return new long[] {task % OBJECTS, (task + 1) % OBJECTS};
        }

        @Override
        public Double identity() {
            return 0.0;
        }

        @Override
        public Double executeTask(Integer task, TaskContext<Integer> context) throws Exception {
            double sum = 0;
            for (long id : reads(task)) {
                sum += Arrays.stream(context.read(id, double[].class)).sum();
            }
            if (task < TASKS && task % 2 == 0) {
                int put = task + TASKS + 1; // the number of a task that puts no other
                context.put(put, reads(put));
            }
            return sum;
        }

        @Override
        public Double merge(Double left, Double right) {
            return left + right;
        }

        @Override
        public void handleResults(Double result, Report report) {
            report.put("sum", result);
        }

        static double expected() {
            double sum = 0;
            for (int task = 0; task < TASKS; task++) {
                sum += ofOne(task) + (task % 2 == 0 ? ofOne(task + TASKS + 1) : 0);
            }
            return sum;
        }

        private static double ofOne(int task) {
            return LongStream.of(reads(task))
                    .mapToDouble(id -> (id + 1) * LENGTH)
                    .sum();
        }
    }

    private static TaskSettings memory(Discipline pool, long bytes) {
        return new TaskSettings(pool, FailurePolicy.DEFAULT, new DataSettings(bytes, null, false), false);
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadTheSameWithEveryStrategyWhateverThePool(Discipline discipline) throws InterruptedException {
        List<String> strategies = Strategies.names();
        for (int i = discipline.ordinal() % ONE_PAIR_OF; i < strategies.size(); i += ONE_PAIR_OF) {
            String strategy = strategies.get(i);
            TestRun run = TestRun.of(Sums::new, 2, 1).with(strategy).with(memory(discipline, 4 * OBJECT_BYTES));
            RunOutcome outcome = run.run();

            assertThat(outcome.failure()).as("%s with %s", discipline, strategy).isNull();
            assertThat(run.results).as("%s with %s", discipline, strategy).containsEntry("sum", Sums.expected());
            assertThat(outcome.pool().executedTasks()).isEqualTo(TASKS + TASKS / 2);
            assertThat(run.faults).isEmpty();
        }
    }

    @Test
    void shouldDecodeAnObjectOnceForAllThreadsOfAnEngine() throws InterruptedException {
        AtomicInteger different = new AtomicInteger();
        TestRun run = TestRun.of(
                () -> new Sums() {
                    private final Map<Long, Object> seen = new ConcurrentHashMap<>();

                    @Override
                    public Double executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                        for (long id : reads(task)) {
                            Object value = context.read(id, double[].class);
                            different.addAndGet(seen.computeIfAbsent(id, first -> value) == value ? 0 : 1);
                        }
                        return super.executeTask(task, context);
                    }
                },
                4);

        assertThat(run.run().failure()).isNull();
        assertThat(different).hasValue(0);
    }

    @Test
    void shouldSayWhichTaskReadsWhatWasNeverWritten() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Sums() {
                            @Override
                            public void createTasks(TaskContext<Integer> context) {
                                context.put(42, 7);
                            }
                        },
                        1)
                .run();

        assertThat(headline(outcome))
                .contains(
                        "task 42 reads data object 7: expected createTasks or a task to write it, found that all other"
                                + " tasks are done and nothing has written it");
    }

    @Test
    void shouldSayThatATaskOfATaskReadsWhatWasNeverWritten() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Sums() {
                            @Override
                            public Double executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                                if (task == 3) {
                                    context.put(5, 99);
                                }
                                return 0.0;
                            }
                        },
                        1)
                .run();

        assertThat(headline(outcome)).contains("task 5 reads data object 99", "and nothing has written it");
    }

    @Test
    void shouldSayThatWhatATaskReadsDoesNotFit() throws InterruptedException {
        RunOutcome outcome = TestRun.of(Sums::new, 1)
                .with(memory(Discipline.DEFAULT, OBJECT_BYTES))
                .run();

        assertThat(headline(outcome)).contains("expected at most " + OBJECT_BYTES, "--data-memory");
    }

    @Test
    void shouldRefuseToWriteAnotherValueUnderTheSameId() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Sums() {
                            @Override
                            public void createTasks(TaskContext<Integer> context) {
                                context.write(1, new int[] {1});
                                context.write(1, new int[] {1});
                                context.write(1, new int[] {2});
                            }
                        },
                        1)
                .run();

        assertThat(headline(outcome)).contains("data object 1: expected all that write it to write the same");
    }

    @Test
    void shouldRefuseToReadWhatTheTaskDoesNotName() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Sums() {
                            @Override
                            public Double executeTask(Integer task, TaskContext<Integer> context) {
                                return context.read(task % OBJECTS + 2, double[].class)[0];
                            }
                        },
                        1)
                .with(new TaskSettings(Discipline.DEFAULT, new FailurePolicy(1, 0), DataSettings.DEFAULT, false))
                .run();

        assertThat(headline(outcome)).contains("expected one of the data objects that the task was put with, found [");
    }

    @Test
    void shouldNameTheTaskThatChangesWhatItReads() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Sums() {
                            @Override
                            public Double executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                                if (task == 77) {
                                    context.read(reads(task)[0], double[].class)[3] = 5;
                                }
                                return super.executeTask(task, context);
                            }
                        },
                        1)
                .with(new TaskSettings(
                        Discipline.DEFAULT, FailurePolicy.DEFAULT, new DataSettings(0, null, true), false))
                .run();

        assertThat(headline(outcome)).contains("task 77, or one beside it on engine 0, changed data object 5");
    }

    @Test
    void shouldFindNothingChangedWhereNothingIs() throws InterruptedException {
        TestRun run = TestRun.of(Sums::new, 2)
                .with(new TaskSettings(
                        Discipline.DEFAULT, FailurePolicy.DEFAULT, new DataSettings(0, null, true), false));

        assertThat(run.run().failure()).isNull();
        assertThat(run.results).containsEntry("sum", Sums.expected());
    }

    private static String headline(RunOutcome outcome) {
        return Objects.requireNonNull(outcome.failure(), "a failure").toString();
    }
}
