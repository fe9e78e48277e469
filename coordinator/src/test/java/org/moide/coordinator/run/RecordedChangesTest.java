package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.balance.workload.Workload;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.run.session.WorkloadRecorder;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.workload.RecordedWorkers;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.engine.Program;

/**
 * Tests, in simulated time, the recorded workload of workers while engines join and leave. Each task is sent by the
 * previous task of the same worker.
 */
class RecordedChangesTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration JOIN = Duration.ofMillis(300);
    private static final Duration LEAVE = Duration.ofMillis(900);
    private static final Duration LOSS = Duration.ofMillis(1_300);
    private static final Duration TASK = Duration.ofMillis(5);
    private static final int WORKERS = 8;
    private static final int TASKS = 150;

    private final WorkloadRecorder recorder = new WorkloadRecorder(WorkloadRecorder.MOST_TASKS);

    private final class Recorded implements SimulatedApplication {
        @Override
        public Program program(SimNode home) {
            return new CountingWorkers(home, WORKERS, TASKS, TASK);
        }

        @Override
        public @Nullable WorkloadRecorder recorder() {
            return recorder;
        }
    }

    private RecordedWorkers play(Consumer<SimulatedRun> more) {
        RunShape shape = new RunShape(3, 1, "rotate", 1, 1, true, false, false, false);
        try (SimulatedRun run = new SimulatedRun(7, shape, new Recorded())) {
            change(run, JOIN, new ChangeOrder.Expand(List.of()));
            change(run, LEAVE, new ChangeOrder.Shrink(1));
            more.accept(run);
            run.begin();
            run.cluster().runUntil(run::isOver, LIMIT);
            RunOutcome outcome = run.outcome();
            assertThat(outcome).isNotNull();
            assertThat(outcome.ending()).isInstanceOf(RunEnding.Complete.class);
            assertThat(run.results().get("tasks")).isEqualTo(WORKERS * TASKS);
            assertThat(run.notes())
                    .anyMatch(note -> note.matches(".* joined .* while all others went on"))
                    .anyMatch(note -> note.matches(".* left .* while all others went on"));
            return recorder.recorded("counting", List.of(new RecordedWorkload.Engine("h", 3, 3)))
                    .workers();
        }
    }

    private static void change(SimulatedRun run, Duration at, ChangeOrder order) {
        run.cluster().after(at, "change", () -> new Trouble.Order(Duration.ZERO, order).strike(run));
    }

    /**
     * Checks that the recorded tasks of each worker form a chain: each was caused by another task of the same worker,
     * and none caused more than one.
     */
    private static void requireChains(RecordedWorkers recorded) {
        boolean[] sent = new boolean[recorded.causes().length];
        for (int task = 0; task < sent.length; task++) {
            int cause = recorded.causes()[task];
            if (cause != Workload.NO_PARENT) {
                assertThat(recorded.taskWorkers()[cause]).isEqualTo(recorded.taskWorkers()[task]);
                assertThat(sent[cause]).isFalse();
                sent[cause] = true;
            }
        }
        assertThat(recorded.workload("counting").rootTasks())
                .isEqualTo(Arrays.stream(recorded.taskWorkers()).distinct().count());
    }

    @Test
    void shouldRecordAllThatIsDoneOnEnginesThatJoinAndLeave() {
        RecordedWorkers recorded = play(run -> {});
        assertThat(recorded.nanos()).hasSize(WORKERS * TASKS);
        assertThat(Arrays.stream(recorded.nanos())).allMatch(nanos -> nanos >= TASK.toNanos());
        requireChains(recorded);
    }

    @Test
    void shouldRecordWhatWasDoneAfterALossOnly() {
        RecordedWorkers recorded =
                play(run -> run.cluster().after(LOSS, "loss", () -> run.strike(2, run.cluster()::kill)));
        assertThat(recorded.nanos()).hasSizeBetween(WORKERS, WORKERS * TASKS - 1);
        requireChains(recorded);
    }
}
