package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.Workload;
import org.moide.coordinator.run.session.WorkloadRecorder;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.workload.RecordedWorkers;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;
import org.moide.engine.control.EngineReport;

public class WorkersTest {
    private static final int WORKERS = 20;
    private static final int STEPS = 2_000;

    private static final List<RecordedWorkload.Engine> TWO =
            List.of(new RecordedWorkload.Engine("h", 1, 2), new RecordedWorkload.Engine("h", 2, 4));

    private static final List<RecordedWorkload.Engine> UNEQUAL =
            List.of(new RecordedWorkload.Engine("slow", 1, 1), new RecordedWorkload.Engine("fast", 1, 3));

    /**
     * Workers that send numbered messages to the next worker in a ring and to the opposite one. Each worker checks that
     * each message arrives once and in order.
     */
    public static final class Ring implements WorkerApplication<Ring.State, Long, Long> {
        /** The numbers of messages that a worker has received from the previous worker and from the opposite one. */
        static final class State implements Serializable {
            private static final long serialVersionUID = 1L;
            long near;
            long far;
        }

        @Override
        public void begin(WorkerSetup<Long> setup) {
            setup.workers(0, WORKERS, Directives.NONE.moveAnywhere());
            for (int worker = 0; worker < WORKERS; worker++) {
                setup.send(worker, 0L);
            }
        }

        @Override
        public State state(long worker, WorkerContext<State, Long> context) {
            return new State();
        }

        @Override
        public void handle(Long task, WorkerContext<State, Long> context) {
            State state = context.state();
            long me = context.worker();
            long number = task / 3;
            if (task % 3 == 1) {
                require(number, ++state.near, me);
            } else if (task % 3 == 2) {
                require(number, ++state.far, me);
            } else if (number < STEPS) {
                context.send((me + 1) % WORKERS, 3 * (number + 1) + 1);
                context.send((me + WORKERS / 2) % WORKERS, 3 * (number + 1) + 2);
                context.send(me, 3 * (number + 1));
            }
        }

        private static void require(long found, long expected, long me) {
            if (found != expected) {
                throw new IllegalStateException("worker " + me + ": expected " + expected + ", found " + found);
            }
        }

        @Override
        public Long result(long worker, State state) {
            return state.near * 1_000_000 + state.far;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long result, Report report) {
            report.put("sum", result);
        }
    }

    @Test
    void shouldRecordWhichTaskSentWhich() throws Exception {
        requireRing(recorded("none", List.of(new RecordedWorkload.Engine("h", 2, 4)), 2));
    }

    @Test
    void shouldRecordWhichTaskSentWhichOnSeveralEnginesWhileWorkersMove() throws Exception {
        for (String strategy : List.of("none", "rotate")) {
            requireRing(recorded(strategy, TWO, 1, 2));
        }
    }

    private static RecordedWorkers recorded(String strategy, List<RecordedWorkload.Engine> engines, int... threads)
            throws InterruptedException {
        WorkloadRecorder recorder = new WorkloadRecorder(1_000_000);
        TestRun run = TestRun.of(Ring::new, threads).workers(strategy).recordedBy(recorder);

        RunOutcome outcome = run.run();

        assertThat(outcome.ending()).as(run.faults + "").isInstanceOf(RunEnding.Complete.class);
        RecordedWorkload recorded = recorder.recorded("ring", engines);
        assertThat(recorded.threadPower()).isEqualTo(2);
        assertThat(recorded.content()).isInstanceOf(RecordedWorkers.class);
        return recorded.workers();
    }

    private static void requireRing(RecordedWorkers recorded) {
        assertThat(recorded.workers()).hasSize(WORKERS);
        assertThat(recorded.workers())
                .allSatisfy(worker -> assertThat(worker.stateBytes()).isBetween(20L, 200L))
                .allSatisfy(worker -> assertThat(worker.rule()).isEqualTo(WorkerRule.MOVES));
        // each worker gets the task 0, and for each step one task from itself, one from the previous worker and one
        // from the opposite one
        assertThat(recorded.nanos()).hasSize(WORKERS * (1 + 3 * STEPS));
        assertThat(Arrays.stream(recorded.taskBytes()))
                .allSatisfy(bytes -> assertThat(bytes).isBetween(8, 200));
        int[] sentTo = new int[WORKERS * WORKERS];
        for (int task = 0; task < recorded.causes().length; task++) {
            int cause = recorded.causes()[task];
            if (cause != Workload.NO_PARENT) {
                sentTo[(int) (recorded.taskWorkers()[cause] * WORKERS + recorded.taskWorkers()[task])]++;
            }
        }
        for (int pair = 0; pair < sentTo.length; pair++) {
            int apart = Math.floorMod(pair % WORKERS - pair / WORKERS, WORKERS);
            boolean sends = apart == 0 || apart == 1 || apart == WORKERS / 2;
            assertThat(sentTo[pair])
                    .as(pair / WORKERS + " to " + pair % WORKERS)
                    .isEqualTo(sends ? STEPS : 0);
        }
        WorkerWorkload workload = recorded.workload("ring");
        assertThat(workload.rootTasks()).isEqualTo(WORKERS);
    }

    @Test
    void shouldRecordTheFirstTasksIfThereAreTooMany() throws Exception {
        WorkloadRecorder recorder = new WorkloadRecorder(2_000);

        TestRun.of(Ring::new, 2).workers("none").recordedBy(recorder).run();

        RecordedWorkers recorded = recorder.recorded("ring", List.of(new RecordedWorkload.Engine("h", 2, 2)))
                .workers();
        assertThat(recorded.nanos()).hasSize(2_000);
        assertThat(recorded.workload("ring").rootTasks()).isBetween(1, WORKERS);
    }

    @Test
    void shouldRecordWhatComesBeforeWhatIfThereAreTooManyOnSeveralEngines() throws Exception {
        WorkloadRecorder recorder = new WorkloadRecorder(3_000);

        TestRun.of(Ring::new, 1, 2).workers("rotate").recordedBy(recorder).run();

        RecordedWorkers recorded = recorder.recorded("ring", TWO).workers();
        assertThat(recorded.nanos()).hasSizeBetween(1_500, 3_000);
        assertThat(recorded.workload("ring").rootTasks()).isBetween(1, WORKERS);
    }

    @Test
    void shouldRecordTimesAsThreadsOfMeanPowerHaveThem() throws Exception {
        long[] nanos = new long[2];
        for (int engine = 0; engine < 2; engine++) {
            WorkloadRecorder recorder = new WorkloadRecorder(10);
            EngineReport.Recorded.WorkerPart part = new EngineReport.Recorded.WorkerPart(
                    1, List.of(new Declarations.Workers(0, 1, WorkerRule.MOVES)), new long[] {0, 8}, new long[] {
                        0, -1, 0, 1_000, 8
                    });
            recorder.add(engine, EngineReport.Recorded.of(part), unseen -> List.of());
            nanos[engine] = recorder.recorded("one", UNEQUAL).workers().nanos()[0];
        }
        assertThat(nanos).containsExactly(500, 1_500);
    }

    private static EngineReport.Recorded part(long epoch, long... tasks) {
        List<Declarations.Workers> workers = List.of(new Declarations.Workers(epoch, 1, WorkerRule.MOVES));
        return EngineReport.Recorded.of(
                new EngineReport.Recorded.WorkerPart(epoch, workers, new long[] {epoch, 8}, tasks));
    }

    @Test
    void shouldRecordWhatWasDoneInTheLastEpoch() {
        WorkloadRecorder recorder = new WorkloadRecorder(10);
        recorder.add(2, part(1, 0, -1, 1, 1_000, 8, 5, 0, 1, 1_000, 8), unseen -> List.of()); // an earlier epoch
        recorder.add(0, part(4, 5, -1, 4, 7_000, 8), unseen -> List.of());
        recorder.add(1, part(1, 9, -1, 1, 1_000, 8), unseen -> List.of()); // arrives too late

        RecordedWorkers recorded = recorder.recorded("one", List.of(new RecordedWorkload.Engine("h", 1, 1)))
                .workers();

        assertThat(recorded.nanos()).containsExactly(7_000);
        assertThat(recorded.causes()).containsExactly(Workload.NO_PARENT);
        assertThat(recorded.workers()).extracting(WorkerWorkload.Worker::id).containsExactly(4L);
    }

    @Test
    void shouldKeepTheFirstTasksOfWhicheverEngineSentThem() {
        WorkloadRecorder recorder = new WorkloadRecorder(3);
        recorder.add(0, part(1, 4, 2, 1, 40, 8, 2, -1, 1, 20, 8), unseen -> List.of());
        recorder.add(1, part(1, 3, 2, 1, 30, 8, 1, -1, 1, 10, 8), unseen -> List.of());

        assertThat(recorder.recorded("one", List.of(new RecordedWorkload.Engine("h", 1, 1)))
                        .workers()
                        .nanos())
                .containsExactly(10, 20, 30);
    }

    @Test
    void shouldHandleEachTaskOnceAndInOrderWhileWorkersMove() throws Exception {
        for (String strategy : new String[] {"none", "rotate"}) {
            TestRun run = TestRun.of(Ring::new, 2, 2, 1).workers(strategy);
            RunOutcome outcome = run.run();
            assertThat(outcome.ending()).as(run.faults + "").isInstanceOf(RunEnding.Complete.class);
            assertThat(run.results).containsEntry("sum", WORKERS * (STEPS * 1_000_000L + STEPS));
        }
    }
}
