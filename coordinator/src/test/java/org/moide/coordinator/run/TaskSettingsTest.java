package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.balance.strategy.Strategies;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskSettings;

/** Tests whole runs in one JVM with different settings for tasks: pools, and tasks that throw. */
class TaskSettingsTest {
    private static final int DEPTH = 9;
    private static final long NODES = (1L << (DEPTH + 1)) - 1;

    private static TaskSettings failing(int tries, long tolerated) {
        return new TaskSettings(Discipline.DEFAULT, new FailurePolicy(tries, tolerated), DataSettings.DEFAULT, false);
    }

    // --- pools ------------------------------------------------------------------------------------------------------

    /** A binary tree of tasks. Each task is a number, its depth in the tree. */
    private static class Tree implements TaskApplication<Integer, Long> {
        @Override
        public void createTasks(TaskContext<Integer> context) throws Exception {
            context.put(DEPTH);
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Integer depth, TaskContext<Integer> context) throws Exception {
            if (depth > 0) {
                context.put(depth - 1);
                context.put(depth - 1);
            }
            return 1L;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long result, Report report) {
            report.put("nodes", result);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountEveryTaskOnceWithEveryStrategyWhateverThePool(Discipline discipline) throws InterruptedException {
        TaskSettings settings = new TaskSettings(discipline, FailurePolicy.DEFAULT, DataSettings.DEFAULT, true);
        for (String strategy : Strategies.names()) {
            TestRun run = TestRun.of(Tree::new, 2, 3).with(strategy).with(settings);
            RunOutcome outcome = run.run();
            assertThat(outcome.failure()).as("%s with %s", discipline, strategy).isNull();
            assertThat(run.results).as("%s with %s", discipline, strategy).containsEntry("nodes", NODES);
            assertThat(outcome.pool().createdTasks()).isEqualTo(NODES - 1);
            assertThat(run.faults).isEmpty();
        }
    }

    // --- tasks that throw -------------------------------------------------------------------------------------------

    /** A bag whose tasks are numbers. Some of them throw an exception. */
    private static class Numbers extends Tree {
        @Override
        public void createTasks(TaskContext<Integer> context) throws Exception {
            for (int number = 0; number < 100; number++) {
                context.put(number);
            }
        }

        @Override
        public Long executeTask(Integer number, TaskContext<Integer> context) throws Exception {
            return (long) number;
        }
    }

    /**
     * A bag in which the task that ends last throws an exception. The results are those that {@code handleResults}
     * receives.
     */
    private static final class ThrowingLast extends Numbers {
        private final boolean inAPhase;
        private final List<String> handed;

        ThrowingLast(boolean inAPhase, List<String> handed) {
            this.inAPhase = inAPhase;
            this.handed = handed;
        }

        @Override
        public void createTasks(TaskContext<Integer> context) throws Exception {
            for (int number = 0; number < 6; number++) {
                context.put(number);
            }
            if (inAPhase) {
                context.flush();
                handed.add("a phase");
            }
        }

        @Override
        public Long executeTask(Integer number, TaskContext<Integer> context) {
            if (number == 5) {
                throw new IllegalStateException("not this one");
            }
            return (long) number;
        }

        @Override
        public void handleResults(Long result, Report report) {
            handed.add("the end");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldHandOnNoPartOfTheResultWhenTheTaskThatFailsTheRunIsTheLast(boolean inAPhase) throws Exception {
        List<String> handed = Collections.synchronizedList(new ArrayList<>());
        RunOutcome outcome = TestRun.of(() -> new ThrowingLast(inAPhase, handed), 1)
                .with(failing(3, 0))
                .run();
        assertThat(Objects.requireNonNull(outcome.failure()).headline()).contains("task 5 threw", "in 3 tries");
        assertThat(handed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountTheMissingTaskWhenItMayFailAndIsTheLast(boolean inAPhase) throws Exception {
        List<String> handed = Collections.synchronizedList(new ArrayList<>());
        RunOutcome outcome = TestRun.of(() -> new ThrowingLast(inAPhase, handed), 1)
                .with(failing(3, 1))
                .run();
        assertThat(outcome.failure()).isNull();
        assertThat(handed).endsWith("the end").hasSize(inAPhase ? 2 : 1);
        assertThat(outcome.pool().failedTasks()).isEqualTo(1);
    }

    private static final class ThrowingOnOneEngine extends Numbers {
        @Override
        public Long executeTask(Integer number, TaskContext<Integer> context) {
            if (number % 10 == 0 && context.engine() == 0) {
                throw new IllegalStateException("not here");
            }
            return (long) number;
        }
    }

    /**
     * A bag with two tasks that throw an exception at every try, though only after both engines have begun. The other
     * engine can then try them again.
     */
    private static final class ThrowingAlways extends Numbers {
        private final CountDownLatch begun;
        private boolean first = true; // needs no lock, since each engine has one thread

        ThrowingAlways(CountDownLatch begun) {
            this.begun = begun;
        }

        @Override
        public Long executeTask(Integer number, TaskContext<Integer> context) throws Exception {
            if (first) {
                first = false;
                begun.countDown();
            }
            if (number == 7 || number == 70) {
                begun.await();
                throw new Exception("number " + number + " is odd");
            }
            return (long) number;
        }
    }

    /** A bag with a task that puts another task before it throws an exception. */
    private static final class ThrowingLate extends Numbers {
        @Override
        public Long executeTask(Integer number, TaskContext<Integer> context) {
            if (number == 7) {
                context.put(1_000);
                throw new IllegalStateException("late");
            }
            return (long) number;
        }
    }

    /** Tests tasks that always fail on engine 0. No task is lost, since each is also tried on the other engine. */
    @Test
    void shouldGetTheWholeResultWhenTasksThrowOnOneEngineOnly() throws InterruptedException {
        TestRun run = TestRun.of(ThrowingOnOneEngine::new, 1, 1).with(failing(2, 0));
        RunOutcome outcome = run.run();
        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("nodes", 4_950L);
        assertThat(outcome.pool().executedTasks()).isEqualTo(100);
        assertThat(outcome.pool().failedTasks()).isZero();
    }

    @Test
    void shouldFailTheRunAndNameTaskAndPlacesWhenATaskThrowsInEveryTry() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(2);
        TestRun run = TestRun.of(() -> new ThrowingAlways(begun), 1, 1).with(failing(3, 0));
        EngineReport.Failed failure = Objects.requireNonNull(run.run().failure());
        assertThat(failure.headline())
                .matches(
                        "task 70? threw java.lang.Exception: number 70? is odd in 3 tries:"
                                + "( engine-[01]-compute-0 on test-host,?){3} \\(--task-failures says how many tasks may fail\\)")
                .contains("engine-0", "engine-1");
        assertThat(failure.trace()).contains("ThrowingAlways.executeTask");
        assertThat(run.notes).anyMatch(note -> note.contains("it is tried again (1 of 3 tries done)"));
    }

    @Test
    void shouldGoOnWithoutTasksThatThrowAndCountThemWhenTheyAreTolerated() throws InterruptedException {
        TestRun run = TestRun.of(() -> new ThrowingAlways(new CountDownLatch(0)), 2, 1)
                .with(failing(2, Long.MAX_VALUE));
        RunOutcome outcome = run.run();
        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("nodes", 4_950L - 77);
        assertThat(outcome.pool().executedTasks()).isEqualTo(98);
        assertThat(outcome.pool().failedTasks()).isEqualTo(2);
        assertThat(outcome.failedTasks())
                .hasSize(2)
                .allMatch(task -> task.places().size() == 2);
        assertThat(outcome.failedTasks()).extracting("task").containsExactlyInAnyOrder("7", "70");
    }

    @Test
    void shouldFailTheRunWhenMoreTasksThrowThanAreTolerated() throws InterruptedException {
        EngineReport.Failed failure =
                Objects.requireNonNull(TestRun.of(() -> new ThrowingAlways(new CountDownLatch(0)), 1)
                        .with(failing(1, 1))
                        .run()
                        .failure());
        assertThat(failure.headline()).contains("in 1 try: ", "after 1 task given up");
    }

    @Test
    void shouldKeepWhatATaskPutWhenItThrewAfterwards() throws InterruptedException {
        TestRun run = TestRun.of(ThrowingLate::new, 1, 1).with(failing(3, Long.MAX_VALUE));
        RunOutcome outcome = run.run();
        assertThat(run.results).containsEntry("nodes", 4_950L - 7 + 1_000);
        assertThat(outcome.pool().failedTasks()).isEqualTo(1);
        assertThat(run.notes).anyMatch(note -> note.contains("it had put 1 task, so it could not be tried again"));
    }

    /**
     * A bag in which some tasks end only when they are interrupted: with an exception, with a result, or in a wait
     * inside of MOIDE.
     */
    private static final class Hanging extends Numbers {
        @Override
        public Long executeTask(Integer number, TaskContext<Integer> context) throws Exception {
            if (number == 7) {
                new CountDownLatch(1).await();
            } else if (number == 8) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException told) {
                    return 1_000_000L;
                }
            } else if (number == 9) {
                context.comm().receive(context.comm().id() == 0 ? 3 : 0, 5, String.class);
            }
            return (long) number;
        }
    }

    @Test
    void shouldCountATryAsFailedWhenItTakesTooLongWhateverComesOfTheInterrupt() throws InterruptedException {
        TestRun run = TestRun.of(Hanging::new, 3, 1)
                .with(failing(1, Long.MAX_VALUE).limited(TimeUnit.MILLISECONDS.toNanos(300)));
        RunOutcome outcome = run.run();
        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("nodes", 4_950L - 7 - 8 - 9);
        assertThat(outcome.failedTasks()).extracting("task").containsExactlyInAnyOrder("7", "8", "9");
        assertThat(run.notes)
                .anyMatch(note -> note.matches("task 7 took longer than 0.3 s \\(--task-time-limit\\) in 1 try:"
                        + " engine-\\d-compute-\\d on test-host; the run goes on without it"));
        assertThat(run.faults).isEmpty();
    }
}
