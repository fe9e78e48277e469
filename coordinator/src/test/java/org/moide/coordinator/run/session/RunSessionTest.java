package org.moide.coordinator.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.DoubleStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.coordinator.run.TestRun;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.workload.RecordedTasks;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Tests whole runs of bags of tasks in one JVM, with real threads. */
@Tag("jdk")
class RunSessionTest {
    /**
     * A bag with a tree of tasks. Each task of depth d puts two tasks of depth d − 1; the result is the number of
     * tasks.
     */
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
        RecordedTasks recorded = recorder.recorded("tree", engines(2, 1, 1)).bag();
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
        RecordedTasks recorded = recorder.recorded("tree", engines(2, 1)).bag();
        assertThat(recorded.parents().length).isBetween(100, 300);
        assertThat(recorded.allTasks()).isEqualTo((1 << 13) - 1 + (1 << 11) - 1);
        assertThat(recorded.workload("w").tasks()).isEqualTo((1 << 13) - 1 + (1 << 11) - 1);
    }

    private static List<RecordedWorkload.Engine> engines(int... threads) {
        return Arrays.stream(threads)
                .mapToObj(count -> new RecordedWorkload.Engine("h", count, count))
                .toList();
    }

    /**
     * A bag whose first task puts other tasks and waits until one of them has run. That one must run on the other
     * engine, since the first task occupies the engine on which it runs.
     */
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
                Awaitility.await().until(() -> DONE.get() > 0);
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

    /** An application whose constructor takes some time, which must not count as computing. */
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
                .allSatisfy(thread -> assertThat(thread.time().computeNanos())
                        .isLessThan(thread.time().wallNanos() / 4));
    }
}
