package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * Tests that each method of an application is called with the application's context class loader, even if earlier
 * methods have removed it.
 */
class ContextLoaderTest {
    private static final int TASKS = 50;

    /** Checks that the thread has the right context class loader, and then removes it. Returns {@code value}. */
    private static <V> V spoiled(V value) {
        Thread thread = Thread.currentThread();
        if (thread.getContextClassLoader() != ContextLoaderTest.class.getClassLoader()) {
            throw new IllegalStateException("found the context class loader " + thread.getContextClassLoader());
        }
        thread.setContextClassLoader(null);
        return value;
    }

    private static final class Bag implements TaskApplication<Integer, Integer> {
        @Override
        public void createTasks(TaskContext<Integer> context) throws Exception {
            for (int task = 0; task < TASKS; task++) {
                context.put(task);
            }
            spoiled(0);
        }

        @Override
        public void prepare(TaskContext<Integer> context) {
            spoiled(0);
        }

        @Override
        public Integer identity() {
            return 0;
        }

        @Override
        public Integer executeTask(Integer task, TaskContext<Integer> context) {
            return spoiled(1);
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            return left + right;
        }

        @Override
        public boolean handlePartial(Integer partial, Report report) {
            return spoiled(false);
        }

        @Override
        public void handleResults(Integer sum, Report report) {
            report.put("sum", spoiled(sum));
        }
    }

    @Test
    void shouldGiveEachTaskOfABagTheApplicationsLoader() throws InterruptedException {
        TestRun run = TestRun.of(Bag::new, 2, 1);
        RunOutcome outcome = run.run();
        assertThat(outcome.failure()).isNull();
        assertThat(outcome.pool().executedTasks()).isEqualTo(TASKS);
        assertThat(run.notes).as("tasks that were tried again").isEmpty();
        assertThat(run.results).containsEntry("sum", TASKS);
    }
}
