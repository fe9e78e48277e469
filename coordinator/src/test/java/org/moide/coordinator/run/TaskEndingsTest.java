package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * Tests that it does no harm if an application's method returns with its thread interrupted. The thread is one of
 * MOIDE's.
 */
class TaskEndingsTest {
    /** A bag whose methods that run on the coordinator return with the thread interrupted. */
    private static final class Interrupting implements TaskApplication<Integer, Integer> {
        @Override
        public void createTasks(TaskContext<Integer> context) {
            context.put(1);
            context.put(2);
            Thread.currentThread().interrupt();
        }

        @Override
        public void prepare(TaskContext<Integer> context) {
            Thread.currentThread().interrupt();
        }

        @Override
        public Integer identity() {
            return 0;
        }

        @Override
        public Integer executeTask(Integer task, TaskContext<Integer> context) {
            return task;
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            Thread.currentThread().interrupt();
            return left + right;
        }

        @Override
        public boolean handlePartial(Integer partial, Report report) {
            Thread.currentThread().interrupt();
            return false;
        }

        @Override
        public void handleResults(Integer sum, Report report) {
            Thread.currentThread().interrupt();
            report.put("sum", sum);
        }
    }

    @Test
    void shouldGoOnWhenAnyMethodOfTheApplicationLeavesAnInterrupt() throws InterruptedException {
        TestRun run = TestRun.of(Interrupting::new, 2, 1);
        RunOutcome outcome = run.run();
        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("sum", 3);
    }
}
