package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.TaskSettings;

/** Tests whole runs in one JVM whose data objects can be recomputed. */
class RecomputingTest {
    private static final int OBJECTS = 8;
    private static final int LENGTH = 1_000;
    private static final int READERS = 5; // the number of tasks that read each object

    /** A bag whose tasks sum the data objects that they read. */
    private static class Reading implements TaskApplication<Integer, Long> {
        @Override
        public void createTasks(TaskContext<Integer> context) throws Exception {
            for (int object = 0; object < OBJECTS; object++) {
                context.declare(object, Long.BYTES * LENGTH + 50);
            }
            putReaders(context);
        }

        static void putReaders(TaskContext<Integer> context) {
            for (int task = 0; task < OBJECTS * READERS; task++) {
                context.put(task, task % OBJECTS);
            }
        }

        @Override
        public Serializable recompute(long id, TaskContext<Integer> context) throws Exception {
            return numbers(id);
        }

        static long[] numbers(long id) {
            long[] numbers = new long[LENGTH];
            Arrays.fill(numbers, id + 1);
            return numbers;
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
            return Arrays.stream(context.read(task % OBJECTS, long[].class)).sum();
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

    private static RunOutcome assertSum(TestRun run) throws InterruptedException {
        RunOutcome outcome = run.run();
        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("sum", (long) READERS * LENGTH * OBJECTS * (OBJECTS + 1) / 2);
        assertThat(run.faults).isEmpty();
        return outcome;
    }

    private static String failure(TestRun run) throws InterruptedException {
        RunOutcome outcome = run.run();
        return Objects.requireNonNull(outcome.failure(), "a failure").toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stealing", "tdc"})
    void shouldMakeWhatWasDeclaredOnTheEnginesThatNeedIt(String strategy) throws InterruptedException {
        AtomicInteger made = new AtomicInteger();
        RunOutcome outcome = assertSum(TestRun.of(
                        () -> new Reading() {
                            @Override
                            public Serializable recompute(long id, TaskContext<Integer> context) {
                                made.incrementAndGet();
                                return numbers(id);
                            }
                        },
                        2,
                        1)
                .with(strategy));

        assertThat(made.get()).isBetween(OBJECTS, 2 * OBJECTS);
        assertThat(outcome.engines().stream()
                        .mapToLong(engine -> Objects.requireNonNull(engine.statistics())
                                .data()
                                .recomputed())
                        .sum())
                .as("what the report says")
                .isEqualTo(made.get());
    }

    @Test
    void shouldReadOnOtherEnginesAndInTheNextPhaseWhatTasksCanMakeAgain() throws InterruptedException {
        assertSum(TestRun.of(
                () -> new Reading() {
                    @Override
                    public void createTasks(TaskContext<Integer> context) throws Exception {
                        for (int object = 0; object < OBJECTS; object++) {
                            context.put(-1 - object);
                        }
                        context.flush();
                        if (context.read(3, long[].class)[0] != 4) {
                            throw new IllegalStateException("createTasks reads something else");
                        }
                        putReaders(context);
                    }

                    @Override
                    public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                        if (task >= 0) {
                            return super.executeTask(task, context);
                        }
                        context.writeRecomputable(-1 - task, numbers(-1 - task));
                        return 0L;
                    }
                },
                1,
                1));
    }

    @Test
    void shouldAskForTheMethod() throws InterruptedException {
        assertThat(failure(TestRun.of(
                        () -> new Reading() {
                            @Override
                            public Serializable recompute(long id, TaskContext<Integer> context) throws Exception {
                                return defaultOf(id, context);
                            }
                        },
                        1)))
                .contains("data object ", "expected the application to have a method recompute");
    }

    // Calls the default method of the interface, as for an application that does not override it.
    private static Serializable defaultOf(long id, TaskContext<Integer> context) throws Exception {
        return new Without().recompute(id, context);
    }

    private static final class Without implements TaskApplication<Integer, Long> {
        @Override
        public void createTasks(TaskContext<Integer> context) {
            throw new IllegalStateException("not called");
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) {
            throw new IllegalStateException("not called");
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long sum, Report report) {
            throw new IllegalStateException("not called");
        }
    }

    @Test
    void shouldRefuseWhatIsLargerThanItWasDeclared() throws InterruptedException {
        assertThat(failure(TestRun.of(
                        () -> new Reading() {
                            @Override
                            public Serializable recompute(long id, TaskContext<Integer> context) {
                                return new long[2 * LENGTH];
                            }
                        },
                        1)))
                .contains("expected an object of at most " + (Long.BYTES * LENGTH + 50) + " bytes");
    }

    @Test
    void shouldRefuseNothing() throws InterruptedException {
        assertThat(failure(TestRun.of(
                        () -> new Reading() {
                            @Override
                            @SuppressWarnings("NullAway") // an application may return null
                            public Serializable recompute(long id, TaskContext<Integer> context) {
                                return null;
                            }
                        },
                        1)))
                .contains("headline=recompute(", "): expected a value, found null, trace=,");
    }

    @Test
    void shouldSayThatRecomputeReadsNoObject() throws InterruptedException {
        assertThat(failure(TestRun.of(
                        () -> new Reading() {
                            @Override
                            public Serializable recompute(long id, TaskContext<Integer> context) {
                                return context.read(3, long[].class);
                            }
                        },
                        1)))
                .contains("found read(3) in prepare or recompute");
    }

    private static TestRun verified(TestRun run) {
        return run.with(
                new TaskSettings(Discipline.DEFAULT, new FailurePolicy(1, 0), new DataSettings(0, null, true), false));
    }

    @Test
    void shouldFindOutWhatIsMadeInAnotherWayTheSecondTimeWhenThatIsToBeVerified() throws InterruptedException {
        AtomicLong calls = new AtomicLong();
        assertThat(failure(verified(TestRun.of(
                        () -> new Reading() {
                            @Override
                            public Serializable recompute(long id, TaskContext<Integer> context) {
                                return numbers(calls.incrementAndGet());
                            }
                        },
                        1))))
                .contains(
                        "headline=recompute(",
                        "): expected the value that was made before, found another one on engine 0, trace=,");
    }

    /**
     * A bag with a task that writes an object whose value differs from the one that {@code recompute} computes for it.
     */
    private static final class WritingOthers extends Reading {
        private final long more;

        WritingOthers(long more) {
            this.more = more;
        }

        @Override
        public void createTasks(TaskContext<Integer> context) {
            context.put(1);
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) {
            context.writeRecomputable(7, numbers(7 + more));
            return 0L;
        }
    }

    @Test
    void shouldFindOutWhatIsWrittenInAnotherWayThanItIsMadeWhenThatIsToBeVerified() throws InterruptedException {
        assertThat(failure(verified(TestRun.of(() -> new WritingOthers(1), 1))))
                .contains("recompute(7): expected the value that was written before, found another one on engine 0");
        assertThat(verified(TestRun.of(() -> new WritingOthers(0), 1)).run().failure())
                .isNull();
    }

    @Test
    void shouldRefuseTwoContents() throws InterruptedException {
        assertThat(failure(TestRun.of(
                        () -> new Reading() {
                            @Override
                            public void createTasks(TaskContext<Integer> context) {
                                context.put(1);
                                context.put(2);
                            }

                            @Override
                            public Long executeTask(Integer task, TaskContext<Integer> context) {
                                context.writeRecomputable(7, numbers(task));
                                return 0L;
                            }
                        },
                        1)))
                .contains("data object 7: expected all that write it to write the same");
    }

    @Test
    void shouldRefuseToDeclareAnObjectInTwoWays() throws InterruptedException {
        assertThat(failure(TestRun.of(
                        () -> new Reading() {
                            @Override
                            public void createTasks(TaskContext<Integer> context) {
                                context.write(7, 1);
                                context.declare(7, 1_000);
                            }
                        },
                        1)))
                .contains("data object 7: expected all that write it", "say alike whether it can be made again");
    }
}
