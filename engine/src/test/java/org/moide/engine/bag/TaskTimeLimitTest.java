package org.moide.engine.bag;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.FailurePolicy;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.core.EngineRun;

/** Tests tasks that exceed their time limit ({@code --task-time-limit}) and end when they are interrupted. */
class TaskTimeLimitTest {
    /** Settings with a time limit of 0.3 s for each task. A task gets only one attempt. */
    private static final TaskSettings LIMITED =
            TaskSettings.DEFAULT.with(new FailurePolicy(1, Long.MAX_VALUE)).limited(TimeUnit.MILLISECONDS.toNanos(300));

    /**
     * An application of which some tasks run until they are interrupted. They then end with an exception, with a
     * result, or in a blocking call of MOIDE.
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
    void shouldCountATryAsFailedWhateverComesOfTheInterrupt() throws Exception {
        EngineRun run = EngineRun.of(Hanging::new, 3, 1).with(LIMITED).tasks(Numbers.below(100));
        assertThat(run.complete()).containsEntry("sum", 4_950L - 7 - 8 - 9);
        assertThat(run.givenUp).extracting(FailedTask::name).containsExactlyInAnyOrder("7", "8", "9");
        requireTooLong(run);
    }

    private static void requireTooLong(EngineRun run) {
        assertThat(run.givenUp)
                .allSatisfy(task -> assertThat(task.how()).isEqualTo(FailedTask.How.TOOK_TOO_LONG))
                .allSatisfy(
                        task -> assertThat(task.headline()).isEqualTo("took longer than 0.3 s (--task-time-limit)"));
    }

    /** The result of a task. To decode the result of a bad task blocks until the thread is interrupted. */
    private static final class Sum implements Serializable {
        private static final long serialVersionUID = 1L;
        private final long sum;
        private final boolean bad;

        Sum(long sum, boolean bad) {
            this.sum = sum;
            this.bad = bad;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            if (bad) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException told) {
                    throw new InterruptedIOException();
                }
            }
        }
    }

    private static final class ReadWithoutEnd implements TaskApplication<Integer, Sum> {
        @Override
        public void createTasks(TaskContext<Integer> context) {}

        @Override
        public Sum identity() {
            return new Sum(0, false);
        }

        @Override
        public Sum executeTask(Integer number, TaskContext<Integer> context) {
            return new Sum(number, number == 7);
        }

        @Override
        public Sum merge(Sum left, Sum right) {
            return new Sum(left.sum + right.sum, left.bad || right.bad);
        }

        @Override
        public void handleResults(Sum result, Report report) {
            report.put("sum", result.sum);
        }
    }

    @Test
    void shouldCountATryAsFailedWhenItsResultIsReadForTooLong() throws Exception {
        EngineRun run = EngineRun.of(ReadWithoutEnd::new, 3, 1).with(LIMITED).tasks(Numbers.below(100));
        assertThat(run.complete()).containsEntry("sum", 4_950L - 7);
        assertThat(run.givenUp).extracting(FailedTask::name).containsExactly("7");
        requireTooLong(run);
    }
}
