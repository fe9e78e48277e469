package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.commlib.Reduction;
import org.moide.coordinator.run.session.WorkloadRecorder;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.workload.RecordedTasks;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;
import org.moide.engine.UsageException;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskSettings;

/** Tests whole runs of SPMD applications in one JVM, with real threads. */
@Tag("jdk")
public class SpmdSessionTest {
    /** An application whose threads each contribute their number to a sum, which ID 0 reports. */
    public static final class Sum implements Application {
        @Override
        public void run(ComputeThread self) {
            double sum = self.comm().allReduce((double) self.id(), Reduction.SUM);
            double shares = 0;
            for (int id = 0; id < self.count(); id++) {
                shares += self.share(id);
            }
            if (self.id() == 0) {
                self.report().put("sum", sum);
                self.report().put("shares", shares);
                self.report().print("done by " + self.count());
            }
        }
    }

    @Test
    void shouldRunTheSameCodeOnEveryThreadOfEveryEngine() throws Exception {
        TestRun run = TestRun.of(Sum::new, 2, 1, 3);

        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("sum", 15.0);
        assertThat((Double) run.results.get("shares")).isCloseTo(1.0, within(1e-12));
        assertThat(run.lines).containsExactly("done by 6");
        assertThat(outcome.engines()).hasSize(3).allMatch(engine -> engine.statistics() != null);
        assertThat(run.faults).isEmpty();
    }

    /**
     * An application whose threads create a state at a safe point only if the state will be saved. The result is how
     * often that was the case, of 30 times.
     */
    public static final class LazyStates implements Application {
        private final AtomicInteger made = new AtomicInteger();

        @Override
        public void run(ComputeThread self) {
            int begin = self.restore(() -> 0);
            for (int step = begin + 1; step <= 30; step++) {
                int now = step;
                self.checkpoint(() -> {
                    made.incrementAndGet();
                    return now;
                });
            }
            if (self.id() == 0) {
                self.report().put("made", made.get());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1e-9, 1", "1, 30"})
    void shouldAskForAStateOnlyIfItIsKept(double share, int expected) throws Exception {
        TestRun run = TestRun.of(LazyStates::new, 1, 1).keeping(share);

        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("made", expected);
    }

    /**
     * An application of threads with tasks. ID 0 puts tasks, all threads fetch them, and each of these tasks puts one
     * more. When all are done, a second round follows.
     */
    public static final class Fetch implements Application {
        @Override
        public void run(ComputeThread self) {
            long[] sums = new long[2];
            for (int round = 0; round < 2; round++) {
                if (self.id() == 0) {
                    for (int task = 1; task <= 100; task++) {
                        self.putTask(task);
                    }
                }
                for (Serializable task = self.getTask(); task != null; task = self.getTask()) {
                    int number = (Integer) task;
                    sums[round] += number;
                    if (number <= 100) {
                        self.putTask(number + 1000);
                    }
                }
            }
            long first = self.comm().allReduce(sums[0], Reduction.SUM);
            long second = self.comm().allReduce(sums[1], Reduction.SUM);
            self.report().put("first", first);
            self.report().put("second", second);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"guided", "stealing"})
    void shouldGiveEachTaskToOneThreadAndNullWhenAllAreDoneInEachRound(String strategy) throws Exception {
        TestRun run = TestRun.of(Fetch::new, 2, 2).with(strategy);

        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        long each = 5050 + 5050 + 100 * 1000;
        assertThat(run.results).containsEntry("first", each).containsEntry("second", each);
    }

    /**
     * An application of threads with tasks. ID 0 puts the tasks. The threads of engine 1 end after one task each, and
     * the other threads execute the remaining tasks.
     */
    public static final class EarlyLeavers implements Application {
        private static final AtomicInteger DONE = new AtomicInteger();

        @Override
        public void run(ComputeThread self) {
            if (self.id() == 0) {
                for (int task = 0; task < 200; task++) {
                    self.putTask(task);
                }
            }
            int most = self.engine() == 1 ? 1 : Integer.MAX_VALUE;
            int taken = 0;
            while (taken < most && self.getTask() instanceof Integer task) {
                taken++;
                DONE.incrementAndGet();
                if (task < 200) {
                    self.putTask(task + 1000);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"guided", "stealing"})
    void shouldGiveTasksThatAnEngineLeftUndoneToTheOthersWhenItsThreadsReturnEarly(String strategy) throws Exception {
        EarlyLeavers.DONE.set(0);
        TestRun run = TestRun.of(EarlyLeavers::new, 2, 2).with(strategy);

        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        assertThat(EarlyLeavers.DONE.get()).isEqualTo(400);
        assertThat(run.notes).isEmpty();
    }

    /**
     * An application of threads with tasks, each of which needs an answer from the next ID. Each ID puts tasks for its
     * own engine, and a task puts one more. A task is put aside twice: after that nothing counts it as done until it was
     * taken up.
     */
    public static final class Askers implements Application {
        private static final int TASKS = 10;
        private static final AtomicInteger DONE = new AtomicInteger();
        private static final AtomicInteger ELSEWHERE = new AtomicInteger();

        private record Rest(long task, boolean last) implements Serializable {
            private static final long serialVersionUID = 1L;
        }

        @Override
        public void run(ComputeThread self) {
            int next = (self.id() + 1) % self.count();
            self.comm().onRequest(1, Long.class, (request, value) -> value * 2);
            self.comm().remoteBarrier();
            List<Long> mine = LongStream.range(0, TASKS)
                    .mapToObj(task -> 1_000L * self.engine() + task)
                    .toList();
            if (self.threadIndex() == 0) {
                self.putHere(mine);
            }
            long taken = 0;
            for (Serializable task = self.getTask(); task != null; task = self.getTask()) {
                if (task instanceof Long number) {
                    taken++;
                    ELSEWHERE.addAndGet(number / 1_000 == self.engine() ? 0 : 1);
                    ask(self, next, number, false);
                } else if (task instanceof Rest rest && !rest.last) {
                    assertThat(ask(self, next, rest.task, true)).isInstanceOf(IllegalStateException.class);
                } else {
                    DONE.incrementAndGet();
                }
            }
            assertThat(DONE.get()).isEqualTo(TASKS * engines(self));
            self.report().put("taken", self.comm().allReduce(taken, Reduction.SUM));
        }

        private static int engines(ComputeThread self) {
            return (int) IntStream.range(0, self.count())
                    .map(self.comm()::engineOf)
                    .distinct()
                    .count();
        }

        private static @Nullable Throwable ask(ComputeThread self, int next, long number, boolean last) {
            Runnable resume = self.setAside(new Rest(number, last));
            self.comm().request(next, 1, number, Long.class, answer -> {
                assertThat(answer).isEqualTo(number * 2);
                resume.run();
            });
            return catchThrowable(() -> self.setAside(number));
        }
    }

    @ParameterizedTest
    @CsvSource({"static, 2", "S1, 2", "stealing, 2", "mig1, 1"})
    void shouldTakeOtherTasksWhileSomeWaitAndCountEachOnce(String strategy, int threads) throws Exception {
        Askers.DONE.set(0);
        Askers.ELSEWHERE.set(0);
        TestRun run = TestRun.of(Askers::new, threads, 1).with(strategy);

        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("taken", 20L);
        assertThat(executed(outcome)).isEqualTo(20);
        if (strategy.equals("S1") || strategy.equals("static")) {
            assertThat(Askers.ELSEWHERE.get())
                    .as("tasks that began on another engine")
                    .isZero();
        }
    }

    /** An application whose first task deals tasks to the threads of its engine. None of them takes another's tasks. */
    public static final class Dealer implements Application {
        @Override
        public void run(ComputeThread self) {
            if (self.id() == 0) {
                self.putHere(List.of("deal"));
            }
            long taken = 0;
            for (Serializable task = self.getTask(); task != null; task = self.getTask()) {
                if (task.equals("deal")) {
                    self.putHere(List.of(1, 2, 3, 4, 5, 6));
                } else {
                    taken++;
                }
            }
            self.report().put("taken by " + self.id(), taken);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Discipline.class,
            names = {"FIFO_DIS", "LIFO_DIS"})
    void shouldDealTheTasksThatATaskPutsHereToTheQueuesOfTheEnginesThreads(Discipline pool) throws Exception {
        TaskSettings settings = new TaskSettings(pool, FailurePolicy.DEFAULT, DataSettings.DEFAULT, false);
        TestRun run = TestRun.of(Dealer::new, 3).with(settings);

        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        for (int id = 0; id < 3; id++) {
            assertThat(run.results).containsEntry("taken by " + id, 2L);
        }
    }

    @Test
    void shouldRecordATaskThatWasPutAsideOnce() throws Exception {
        Askers.DONE.set(0);
        WorkloadRecorder recorder = new WorkloadRecorder(1_000);
        assertThat(TestRun.of(Askers::new, 1, 1).recordedBy(recorder).run().failure())
                .isNull();

        RecordedWorkload.Engine engine = new RecordedWorkload.Engine("h", 1, 1);
        RecordedTasks tasks =
                recorder.recorded("askers", List.of(engine, engine)).bag();

        assertThat(tasks.nanos()).hasSize(20);
        assertThat(LongStream.of(tasks.foldedTasks()).sum()).isZero();
    }

    /** An application whose threads return while a task is put aside that nobody resumes. */
    public static final class Forgetful implements Application {
        @Override
        public void run(ComputeThread self) {
            if (self.id() == 0) {
                self.putHere(List.of("task"));
                self.getTask();
                self.setAside("rest");
            }
        }
    }

    @Test
    void shouldEndWhenAllThreadsHaveReturnedThoughATaskIsPutAside() throws Exception {
        RunOutcome outcome = TestRun.of(Forgetful::new, 1, 1).run();

        assertThat(outcome.failure()).isNull();
    }

    private static long executed(RunOutcome outcome) {
        return outcome.engines().stream()
                .flatMap(engine -> Objects.requireNonNull(engine.statistics()).threads().stream())
                .mapToLong(thread -> thread.tasks())
                .sum();
    }

    /** An application in cooperative mode: all threads of an engine use the same object of the application. */
    public static final class Shared implements Application {
        private final AtomicInteger entered = new AtomicInteger();

        @Override
        public Mode mode() {
            return Mode.COOPERATIVE;
        }

        @Override
        public void run(ComputeThread self) {
            entered.incrementAndGet();
            self.barrier();
            self.report().put("entered-" + self.engine(), entered.get());
        }
    }

    @Test
    void shouldShareOneObjectAmongTheThreadsOfAnEngineInCooperativeMode() throws Exception {
        TestRun run = TestRun.of(Shared::new, 3, 2);

        run.run();

        assertThat(run.results).containsEntry("entered-0", 3).containsEntry("entered-1", 2);
    }

    /** An application in which one thread throws while all others wait for it. */
    public static final class Thrower implements Application {
        @Override
        public void run(ComputeThread self) {
            if (self.id() == 2) {
                throw new IllegalStateException("planned");
            }
            self.comm().remoteBarrier();
        }
    }

    @Test
    void shouldEndTheRunWithThreadAndTraceWhenApplicationCodeThrows() throws Exception {
        TestRun run = TestRun.of(Thrower::new, 2, 2);

        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNotNull();
        assertThat(outcome.failure().where()).isEqualTo("ID 2 on test-host");
        assertThat(outcome.failure().headline()).contains("planned");
        assertThat(outcome.failure().trace().lines())
                .singleElement()
                .asString()
                .matches("\tat .*Thrower.run\\(SpmdSessionTest.java:\\d+\\)");
        assertThat(outcome.failure().kind()).isEqualTo(EngineReport.Failed.Kind.APPLICATION);
    }

    /** An application in which all threads throw the same exception. */
    public static final class ThrowerEverywhere implements Application {
        @Override
        public void run(ComputeThread self) {
            throw new IllegalStateException("planned");
        }
    }

    @Test
    void shouldTellOnceWhatAllIdsThrow() throws Exception {
        RunOutcome outcome = TestRun.of(ThrowerEverywhere::new, 3, 2).run();

        assertThat(outcome.failure()).isNotNull();
        assertThat(outcome.failure().where()).isEqualTo("IDs 0-4 on test-host");
    }

    /** An application that does not check its arguments before the run. Only its threads find that they are wrong. */
    public static final class Picky implements Application {
        @Override
        public void run(ComputeThread self) {
            throw new UsageException("expected --scene to name a file, found '" + self.arguments() + "'");
        }
    }

    @Test
    void shouldTellTheUserAndNotTheProgrammerWhenArgumentsAreWrong() throws Exception {
        RunOutcome outcome = TestRun.of(Picky::new, 1).run("x.scene");

        assertThat(outcome.failure()).isNotNull();
        assertThat(outcome.failure().kind()).isEqualTo(EngineReport.Failed.Kind.USAGE);
        assertThat(outcome.failure().headline()).isEqualTo("expected --scene to name a file, found 'x.scene'");
    }
}
