package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.DataTotals;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.DataStatistics;
import org.moide.engine.control.TaskSettings;

/** Tests whole runs in one JVM whose tasks use objects that {@code createTasks} has shared. */
class SharingTest {
    private static final int TASKS = 300;

    /**
     * The number of elements of a shared table. The table is sent in three pieces and exceeds the memory for data
     * objects.
     */
    private static final int LENGTH = 400_000;

    private static final TaskSettings LITTLE_MEMORY = new TaskSettings(
            Discipline.DEFAULT, new FailurePolicy(1, 0), new DataSettings(100_000, null, false), false);

    /** A bag whose tasks each read a data object and an element of a shared table. */
    private static class Lookups implements TaskApplication<Integer, Double> {
        @Override
        public void createTasks(TaskContext<Integer> context) {
            double[] table = new double[LENGTH];
            Arrays.setAll(table, index -> index);
            context.share("table", table);
            context.share("factor", 3);
            for (int object = 0; object < 4; object++) {
                context.write(object, new double[5_000]);
            }
            for (int task = 0; task < TASKS; task++) {
                context.put(task, task % 4);
            }
        }

        @Override
        public Double identity() {
            return 0.0;
        }

        @Override
        public Double executeTask(Integer task, TaskContext<Integer> context) throws Exception {
            return context.shared("factor", Integer.class)
                    * (context.shared("table", double[].class)[LENGTH - 1 - task]
                            + context.read(task % 4, double[].class)[0]);
        }

        @Override
        public Double merge(Double left, Double right) {
            return left + right;
        }

        @Override
        public void handleResults(Double result, Report report) {
            report.put("sum", result);
        }
    }

    private static double expected() {
        double sum = 0;
        for (int task = 0; task < TASKS; task++) {
            sum += 3.0 * (LENGTH - 1 - task);
        }
        return sum;
    }

    @Test
    void shouldBringWhatIsSharedOnceToEachEngineBesideTheRoomForDataObjects() throws InterruptedException {
        AtomicInteger different = new AtomicInteger();
        TestRun run = TestRun.of(
                        () -> new Lookups() {
                            private final Map<String, Object> seen = new ConcurrentHashMap<>();

                            @Override
                            public Double executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                                Object table = context.shared("table", double[].class);
                                // An interrupt by the application must not disturb MOIDE.
                                Thread.currentThread().interrupt();
                                different.addAndGet(seen.computeIfAbsent("table", first -> table) == table ? 0 : 1);
                                return super.executeTask(task, context);
                            }

                            @Override
                            public void prepare(TaskContext<Integer> context) {
                                context.shared("factor", Integer.class);
                            }
                        },
                        2,
                        2)
                .with(LITTLE_MEMORY)
                .with("guided");
        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        assertThat(run.results).containsEntry("sum", expected());
        assertThat(different).hasValue(0);
        assertThat(run.faults).isEmpty();
        assertThat(outcome.engines()).allSatisfy(engine -> {
            DataStatistics data = Objects.requireNonNull(engine.statistics()).data();
            assertThat(data.store().mostBytes()).isLessThanOrEqualTo(100_000);
            assertThat(data.store().fromRoot())
                    .as("from the coordinator, which is on this host")
                    .isEqualTo(data.store().fetched());
        });
    }

    @Test
    void shouldBringToAnEngineOnlyWhatItAsksFor() throws InterruptedException {
        TestRun run = TestRun.of(
                        () -> new Lookups() {
                            @Override
                            public void createTasks(TaskContext<Integer> context) {
                                for (int part = 0; part < 8; part++) {
                                    context.share("part-" + part, new double[LENGTH]);
                                }
                                context.put(1);
                            }

                            @Override
                            public void prepare(TaskContext<Integer> context) {
                                context.shared("part-" + context.engine(), double[].class);
                            }

                            @Override
                            public Double executeTask(Integer task, TaskContext<Integer> context) {
                                return 1.0;
                            }
                        },
                        1,
                        1)
                .with("static");
        RunOutcome outcome = run.run();

        assertThat(outcome.failure()).isNull();
        assertThat(outcome.engines()).hasSize(2).allSatisfy(engine -> {
            DataTotals data = Objects.requireNonNull(engine.statistics()).data().store();
            assertThat(data.fetched()).isEqualTo(1);
            assertThat(data.fetchedBytes()).isBetween(LENGTH * 8L, LENGTH * 8L + 100);
        });
    }

    @Test
    void shouldSayWhatIsSharedWhenAnotherNameOrTypeIsAskedFor() throws InterruptedException {
        assertThat(headlineOf(context -> context.shared("tabel", double[].class)))
                .contains("or of a file that --files names, [factor, table], found 'tabel'");
        assertThat(headlineOf(context -> context.shared("table", String.class)))
                .contains("shared 'table': expected java.lang.String, found double[]");
    }

    /** An error of the application. A task makes it before it does its proper work. */
    private interface Slip {
        void make(TaskContext<Integer> context);
    }

    private static String headlineOf(Slip slip) throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Lookups() {
                            @Override
                            public Double executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                                slip.make(context);
                                return super.executeTask(task, context);
                            }
                        },
                        1)
                .with(LITTLE_MEMORY)
                .run();
        return Objects.requireNonNull(outcome.failure(), "a failure").toString();
    }
}
