package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.DoubleStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.Reduction;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.UsageException;
import org.moide.engine.control.EngineReport;

@Tag("jdk")
@Timeout(60)
class RunSessionTest {
    /** A tree of tasks: each of depth d puts two of depth d − 1; the result counts them. */
    public static final class Tree implements TaskApplication<Integer, Long> {
        private volatile boolean prepared;

        @Override
        public void createTasks(TaskContext<Integer> context) {
            context.share("weights", new int[] {1, 2});
            context.put(12);
            context.put(10);
        }

        @Override
        public void prepare(TaskContext<Integer> context) {
            assertThat(context.shared("weights", int[].class)).containsExactly(1, 2);
            prepared = true;
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Integer depth, TaskContext<Integer> context) {
            assertThat(prepared).isTrue();
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
        public void handleResults(Long count, Report report) {
            report.put("count", count);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, guided",
        "2, guided",
        "4, guided",
        "4, demand",
        "3, static",
        "1, stealing",
        "2, stealing",
        "4, stealing"
    })
    void shouldCountEveryTaskOfATreeOnce(int engines, String strategy) throws Exception {
        int[] threads = new int[engines];
        Arrays.fill(threads, 2);
        TestRun run = TestRun.of(Tree::new, threads).with(strategy);

        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("count", (1L << 13) - 1 + (1L << 11) - 1);
        assertThat(outcome.pool().executedTasks()).isEqualTo((1L << 13) - 1 + (1L << 11) - 1);
        assertThat(run.faults).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stealing", "guided", "demand"})
    void shouldRecordWhoPutEachTaskWhereverItRan(String strategy) throws Exception {
        WorkloadRecorder recorder = new WorkloadRecorder(1_000_000);
        TestRun run = TestRun.of(Tree::new, 2, 1, 1).with(strategy).recordedBy(recorder);

        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        RecordedWorkload recorded = recorder.workload("tree", engines(2, 1, 1));
        assertThat(recorded.parents()).hasSize((1 << 13) - 1 + (1 << 11) - 1);
        assertThat(recorded.allTasks()).isEqualTo(recorded.parents().length);
        assertThat(recorded.taskBytes()).isBetween(50, 200);
        int[] children = new int[recorded.parents().length];
        int roots = 0;
        for (int parent : recorded.parents()) {
            if (parent < 0) {
                roots++;
            } else {
                children[parent]++;
            }
        }
        assertThat(roots).isEqualTo(2);
        assertThat(Arrays.stream(children).filter(count -> count == 0)).hasSize((1 << 12) + (1 << 10));
        assertThat(Arrays.stream(children).filter(count -> count != 0)).allMatch(count -> count == 2);
    }

    @Test
    void shouldFoldTasksIntoThoseAboveWhenThereAreTooMany() throws Exception {
        WorkloadRecorder recorder = new WorkloadRecorder(300);
        TestRun run = TestRun.of(Tree::new, 2, 1).recordedBy(recorder);

        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        RecordedWorkload recorded = recorder.workload("tree", engines(2, 1));
        assertThat(recorded.parents().length).isBetween(100, 300);
        assertThat(recorded.allTasks()).isEqualTo((1 << 13) - 1 + (1 << 11) - 1);
        assertThat(recorded.workload("w").tasks()).isEqualTo((1 << 13) - 1 + (1 << 11) - 1);
    }

    private static List<RecordedWorkload.Engine> engines(int... threads) {
        return Arrays.stream(threads)
                .mapToObj(count -> new RecordedWorkload.Engine("h", count, count))
                .toList();
    }

    /** Every ID contributes its number; ID 0 says the sum. */
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

    /** ID 0 puts tasks, all take them; each task puts one more; then a second round. */
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

    /** The first task puts others and waits until one of them has run: on another engine, since this one is busy. */
    public static final class LongTask implements TaskApplication<Integer, Long> {
        private static final AtomicInteger DONE = new AtomicInteger();

        @Override
        public void createTasks(TaskContext<Integer> context) {
            context.put(0);
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) {
            if (task == 0) {
                for (int child = 1; child <= 8; child++) {
                    context.put(child);
                }
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> DONE.get() > 0);
            } else {
                DONE.incrementAndGet();
            }
            return 1L;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long count, Report report) {
            report.put("count", count);
        }
    }

    @Test
    void shouldLendTasksThatWereJustPutWhenTheOnlyThreadThereIsInALongTask() throws Exception {
        LongTask.DONE.set(0);
        TestRun run = TestRun.of(LongTask::new, 1, 1).with("stealing");

        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("count", 9L);
        assertThat(outcome.lent().loansMade()).as("from engine to engine").isPositive();
    }

    /** ID 0 puts tasks; the threads of engine 1 leave after one each, the others take the rest. */
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

    /** Threads of an engine share one object in cooperative mode. */
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

    /** One thread throws while all others wait for it. */
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
                .matches("\tat .*Thrower.run\\(RunSessionTest.java:\\d+\\)");
        assertThat(outcome.failure().kind()).isEqualTo(EngineReport.Failed.Kind.APPLICATION);
    }

    /** All throw the same. */
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

    /** Takes a while to be made, which is no computing. */
    public static final class SlowToMake implements TaskApplication<Integer, Long> {
        private final double made =
                DoubleStream.iterate(1, x -> Math.sin(x) + 1).limit(3_000_000).sum();

        @Override
        public void createTasks(TaskContext<Integer> context) {
            context.put(1);
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) {
            return made > 0 ? 1L : 0L;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long result, Report report) {
            report.put("result", result);
        }
    }

    @Test
    void shouldCountNoComputingWhereNoTaskWasRun() throws Exception {
        RunOutcome outcome = TestRun.of(SlowToMake::new, 1, 1).run();

        assertThat(outcome.failure()).isNull();
        assertThat(outcome.engines())
                .flatExtracting(engine -> engine.statistics().threads())
                .filteredOn(thread -> thread.tasks() == 0)
                .isNotEmpty()
                .allSatisfy(thread -> assertThat(thread.computeNanos()).isLessThan(thread.waitNanos() / 2));
    }

    /** Complains about its arguments late. */
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
