package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;
import org.moide.engine.Program;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;

/** Tests whole runs in one JVM whose threads report for how long they had a processor. */
class ProcessorTimeTest {
    private static final long TASK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int TASKS = 20;

    /** A bag whose tasks all take the same time, and either compute or wait. Each task first reads a shared object. */
    private record Bag(boolean computes) implements TaskApplication<Integer, Integer> {
        @Override
        public void createTasks(TaskContext<Integer> context) {
            context.share("one", 1);
            for (int task = 0; task < TASKS; task++) {
                context.put(task);
            }
        }

        @Override
        public Integer identity() {
            return 0;
        }

        @Override
        public Integer executeTask(Integer task, TaskContext<Integer> context) throws Exception {
            pass(computes);
            return context.shared("one", Integer.class);
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            return left + right;
        }

        @Override
        public void handleResults(Integer result, Report report) {
            report.put("tasks", result);
        }
    }

    private record Spmd(boolean computes) implements Application {
        @Override
        public void run(ComputeThread self) throws Exception {
            for (int step = 0; step < TASKS; step++) {
                pass(computes);
            }
        }
    }

    private static void pass(boolean computing) throws InterruptedException {
        if (!computing) {
            new CountDownLatch(1).await(TASK_NANOS, TimeUnit.NANOSECONDS);
            return;
        }
        long until = System.nanoTime() + TASK_NANOS;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private static ThreadStatistics thread(Program program) throws InterruptedException {
        RunOutcome outcome = TestRun.of(() -> program, 1).run();
        return Objects.requireNonNull(outcome.engines().get(0).statistics(), "it has finished")
                .threads()
                .get(0);
    }

    @Test
    void shouldSayThatTasksWhichWaitUseNoProcessor() throws InterruptedException {
        ThreadStatistics waiting = thread(new Bag(false));
        assertThat(waiting.time().computeNanos()).isGreaterThan(TASKS * TASK_NANOS * 9 / 10);
        assertThat(waiting.processors().onNanos())
                .isPositive()
                .isLessThan(waiting.time().computeNanos() / 2);
    }

    @Test
    void shouldSayThatTasksWhichComputeUseOneOrWaitForOne() throws InterruptedException {
        ThreadStatistics computing = thread(new Bag(true));
        assertThat(computing.processors().onNanos() + computing.processors().readyNanos())
                .isGreaterThan(computing.time().computeNanos() / 2);
    }

    @Test
    void shouldSayTheSameOfApplicationsOfThreads() throws InterruptedException {
        ThreadStatistics waiting = thread(new Spmd(false));
        ThreadStatistics computing = thread(new Spmd(true));
        assertThat(waiting.processors().onNanos()).isLessThan(waiting.time().computeNanos() / 2);
        assertThat(computing.processors().onNanos() + computing.processors().readyNanos())
                .isGreaterThan(computing.time().computeNanos() / 2);
    }

    @Test
    void shouldCountWhatAThreadWaitsForASharedObjectAsAWait() throws InterruptedException {
        assertThat(thread(new Bag(false)).waitNanos()).containsKey("data objects");
    }
}
