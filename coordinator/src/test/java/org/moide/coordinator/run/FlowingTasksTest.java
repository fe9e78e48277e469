package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.TaskShelf;
import org.moide.coordinator.journal.BlockFile;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Tests whole runs in one JVM in which the first tasks run while {@code createTasks} is still putting others. */
class FlowingTasksTest {
    private static final int TASKS = 150_000; // more than may wait for engines at once

    /** A bag that adds up the numbers below a bound. */
    private static class Sum implements TaskApplication<Integer, Long> {
        @Override
        public void createTasks(TaskContext<Integer> context) throws Exception {
            for (int task = 0; task < TASKS; task++) {
                context.put(task);
            }
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
            return (long) task;
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

    /** A bag that puts its last tasks only after one of the first has run. */
    private static final class Waiting extends Sum {
        private final CountDownLatch ran;

        Waiting(CountDownLatch ran) {
            this.ran = ran;
        }

        @Override
        public void createTasks(TaskContext<Integer> context) throws Exception {
            for (int task = 0; task < TASKS; task++) {
                if (task == 5_000 && !ran.await(100, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("no task has run");
                }
                context.put(task);
            }
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
            ran.countDown();
            return super.executeTask(task, context);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"guided", "stealing"})
    void shouldRunTheFirstTasksWhileMoreArePut(String strategy) throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        assertSum(TestRun.of(() -> new Waiting(ran), 2, 1).with(strategy));
    }

    @ParameterizedTest
    @Tag("full") // in the default build, shouldKeepOnDiskWhatAStrategyWaitsFor covers three of them
    @ValueSource(strings = {"static", "central", "most-loaded", "collective", "mig1", "tdc"})
    void shouldPutAllForAStrategyThatDividesAll(String strategy) throws InterruptedException {
        assertSum(TestRun.of(Sum::new, 2, 1).with(strategy));
    }

    @ParameterizedTest
    @ValueSource(strings = {"static", "central", "tdc", "guided"})
    void shouldKeepOnDiskWhatAStrategyWaitsFor(String strategy, @TempDir Path folder) throws InterruptedException {
        AtomicLong kept = new AtomicLong();
        TaskShelf disk = BlockFile.temporary(folder);
        TaskShelf counting = new TaskShelf() {
            @Override
            public long keep(byte[] bytes) {
                kept.addAndGet(bytes.length);
                return disk.keep(bytes);
            }

            @Override
            public byte[] read(long place, int length) {
                return disk.read(place, length);
            }

            @Override
            public void close() {
                disk.close();
                kept.set(-kept.get());
            }
        };
        assertSum(TestRun.of(Sum::new, 2, 1).with(strategy).with(new TaskRoom(1_000_000, counting)));

        if (strategy.equals("guided")) {
            assertThat(kept).hasValue(0);
        } else {
            assertThat(kept.get()).as("closed, after these bytes").isLessThan(-TASKS);
        }
    }

    @Test
    void shouldEndWithAClearErrorWhenTheDiskIsFull(@TempDir Path folder) throws InterruptedException {
        Path missing = folder.resolve("missing");
        RunOutcome outcome = TestRun.of(Sum::new, 2, 1)
                .with("static")
                .with(new TaskRoom(1_000_000, BlockFile.temporary(missing)))
                .run();
        assertThat(headline(outcome)).contains("tasks wait for the end of createTasks", missing.toString());
    }

    private static void assertSum(TestRun run) throws InterruptedException {
        assertThat(run.run().failure()).isNull();
        assertThat(run.results).containsEntry("sum", TASKS * (TASKS - 1L) / 2);
        assertThat(run.faults).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"guided", "static"})
    void shouldSayWhatMergingThrowsWhilePutWaits(String strategy) throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Sum() {
                            @Override
                            public boolean handlePartial(Long sum, Report report) {
                                throw new IllegalStateException(
                                        "no room for " + getClass().isAnonymousClass());
                            }
                        },
                        2,
                        1)
                .with(strategy)
                .run();

        assertThat(headline(outcome)).contains("no room for true");
    }

    @Test
    void shouldShareBeforeTasksFlow() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Sum() {
                            @Override
                            public void createTasks(TaskContext<Integer> context) throws Exception {
                                super.createTasks(context);
                                context.share("late", 1);
                            }
                        },
                        1)
                .run();

        assertThat(headline(outcome)).contains("before the first put", "found share('late') after tasks had gone");
    }

    private static String headline(RunOutcome outcome) {
        return Objects.requireNonNull(outcome.failure(), "a failure").toString();
    }
}
