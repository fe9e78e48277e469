package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Tests whole runs in one JVM whose tasks write data objects. */
class WritingTasksTest {
    private static final int CHAINS = 40;
    private static final int LINKS = 5;
    private static final int LENGTH = 500;

    private static final AtomicInteger TRIES = new AtomicInteger();

    private abstract static class Bag implements TaskApplication<Integer, Long> {
        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long sum, Report report) {
            report.put("sum", sum);
        }
    }

    private static int[] numbers(int value) {
        int[] numbers = new int[LENGTH];
        Arrays.fill(numbers, value);
        return numbers;
    }

    /**
     * A bag of chains of tasks. Each task writes an object and puts the next task of its chain, which reads that
     * object.
     */
    private static final class Chains extends Bag {
        @Override
        public void createTasks(TaskContext<Integer> context) {
            for (int chain = 0; chain < CHAINS; chain++) {
                context.put(chain);
            }
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) {
            int before = task < CHAINS ? 0 : context.read(task - CHAINS, int[].class)[LENGTH - 1];
            if (task >= CHAINS * LINKS) {
                return (long) before;
            }
            context.write(task, numbers(before + task));
            context.put(task + CHAINS, task);
            return 0L;
        }
    }

    private static long sumOfChains() {
        long sum = 0;
        for (int task = 0; task < CHAINS * LINKS; task++) {
            sum += task;
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {"stealing", "guided", "tdc", "demand"})
    void shouldBeginATaskWhenWhatAnotherWritesIsWritten(String strategy) throws InterruptedException {
        TestRun run = TestRun.of(Chains::new, 1, 2, 1).with(strategy);

        assertThat(run.run().failure()).isNull();
        assertThat(run.results).containsEntry("sum", sumOfChains());
        assertThat(run.faults).isEmpty();
    }

    /**
     * A bag that first puts tasks that read objects and then the tasks that write these objects. Each object is written
     * by several tasks, with the same bytes.
     */
    private static final class ReadersFirst extends Bag {
        @Override
        public void createTasks(TaskContext<Integer> context) {
            for (int reader = 0; reader < CHAINS; reader++) {
                context.put(reader, reader, (reader + 1) % CHAINS);
            }
            for (int writer = 0; writer < 2 * CHAINS; writer++) {
                context.put(CHAINS + writer);
            }
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) {
            if (task < CHAINS) {
                return (long) context.read(task, int[].class)[0] + context.read((task + 1) % CHAINS, int[].class)[0];
            }
            context.write(task % CHAINS, numbers(task % CHAINS));
            return 0L;
        }
    }

    @Test
    void shouldHoldBackWhatReadsObjectsThatTasksStillHaveToWrite() throws InterruptedException {
        TestRun run = TestRun.of(ReadersFirst::new, 2, 1);

        assertThat(run.run().failure()).isNull();
        assertThat(run.results).containsEntry("sum", (long) CHAINS * (CHAINS - 1));
    }

    @Test
    void shouldNameBothWhoWriteDifferentContent() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Bag() {
                            @Override
                            public void createTasks(TaskContext<Integer> context) {
                                context.write(7, numbers(1));
                                context.put(1);
                            }

                            @Override
                            public Long executeTask(Integer task, TaskContext<Integer> context) {
                                context.write(7, numbers(2));
                                return 0L;
                            }
                        },
                        1)
                .run();

        assertThat(headline(outcome))
                .contains(
                        "data object 7: expected all that write it to write the same",
                        "by createTasks",
                        "by a task on" + " engine 0");
    }

    @Test
    void shouldDropWhatATaskWroteBeforeItThrew() throws InterruptedException {
        TRIES.set(0);
        TestRun run = TestRun.of(
                () -> new Bag() {
                    @Override
                    public void createTasks(TaskContext<Integer> context) {
                        context.put(1);
                        context.put(2, 7);
                    }

                    @Override
                    public Long executeTask(Integer task, TaskContext<Integer> context) {
                        if (task == 2) {
                            return (long) context.read(7, int[].class)[0];
                        }
                        int tries = TRIES.incrementAndGet();
                        context.write(7, numbers(tries));
                        if (tries == 1) {
                            throw new IllegalStateException("not yet");
                        }
                        return 0L;
                    }
                },
                1,
                1);

        assertThat(run.run().failure()).isNull();
        assertThat(run.results).containsEntry("sum", 2L);
    }

    @Test
    void shouldNotWriteInPrepare() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Bag() {
                            @Override
                            public void createTasks(TaskContext<Integer> context) {
                                context.put(1);
                            }

                            @Override
                            public void prepare(TaskContext<Integer> context) {
                                context.write(7, numbers(1));
                            }

                            @Override
                            public Long executeTask(Integer task, TaskContext<Integer> context) {
                                return 0L;
                            }
                        },
                        1)
                .run();

        assertThat(headline(outcome)).contains("found write(7) in prepare or recompute");
    }

    private static String headline(RunOutcome outcome) {
        return Objects.requireNonNull(outcome.failure(), "a failure").toString();
    }
}
