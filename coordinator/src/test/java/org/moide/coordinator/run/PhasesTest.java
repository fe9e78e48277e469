package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.balance.strategy.Strategies;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Tests whole runs in one JVM in which {@code createTasks} waits until its tasks are done before it puts others. */
class PhasesTest {
    private static final int PHASES = 4;
    private static final int CELLS = 12;

    /**
     * A bag in phases. Each phase computes its cells from those of the previous phase and their neighbours, like a
     * stencil code.
     */
    private static class Stencil implements TaskApplication<Integer, Long> {
        private final List<Long> sums = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void createTasks(TaskContext<Integer> context) throws Exception {
            for (int cell = 0; cell < CELLS; cell++) {
                context.write(cell, new long[] {cell});
            }
            for (int phase = 1; phase <= PHASES; phase++) {
                for (int cell = 0; cell < CELLS; cell++) {
                    context.put(phase * CELLS + cell, reads(phase, cell));
                }
                context.flush();
                sums.add(sum(phase, context));
            }
        }

        private static long[] reads(int phase, int cell) {
            long before = (phase - 1L) * CELLS;
            return new long[] {before + cell, before + (cell + 1) % CELLS};
        }

        private static long sum(int phase, TaskContext<Integer> context) {
            long sum = 0;
            for (int cell = 0; cell < CELLS; cell++) {
                sum += context.read((long) phase * CELLS + cell, long[].class)[0];
            }
            return sum;
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
            long sum = 0;
            for (long id : reads(task / CELLS, task % CELLS)) {
                sum += context.read(id, long[].class)[0];
            }
            context.write(task, new long[] {sum});
            return 1L;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long tasks, Report report) throws Exception {
            report.put("tasks", tasks);
            report.put("sums", sums.toString());
        }
    }

    static List<String> strategies() {
        return Strategies.names();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void shouldSeeInEachPhaseWhatTheOneBeforeHasWritten(String strategy) throws InterruptedException {
        TestRun run = TestRun.of(Stencil::new, 2, 1).with(strategy);

        assertThat(run.run().failure()).isNull();
        long first = CELLS * (CELLS - 1) / 2;
        assertThat(run.results)
                .containsEntry("tasks", (long) PHASES * CELLS)
                .containsEntry(
                        "sums",
                        List.of(2 * first, 4 * first, 8 * first, 16 * first).toString());
        assertThat(run.faults).isEmpty();
    }

    /** Tests phases of so many tasks that the tasks of a phase are sent to the engines in several parts. */
    @Test
    void shouldGoOnToPutAfterAnyNumberOfPhases() throws InterruptedException {
        int phases = 5;
        int tasks = 2_500;
        TestRun run = TestRun.of(
                () -> new Stencil() {
                    @Override
                    public void createTasks(TaskContext<Integer> context) throws Exception {
                        for (int phase = 0; phase < phases; phase++) {
                            for (int task = 0; task < tasks; task++) {
                                context.put(task);
                            }
                            context.flush();
                        }
                    }

                    @Override
                    public Long executeTask(Integer task, TaskContext<Integer> context) {
                        return 1L;
                    }
                },
                1,
                1);

        assertThat(run.run().failure()).isNull();
        assertThat(run.results).containsEntry("tasks", (long) phases * tasks);
    }

    @Test
    void shouldSayWhatAPhaseWaitsForInVain() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Stencil() {
                            @Override
                            public void createTasks(TaskContext<Integer> context) throws Exception {
                                context.put(3, 7);
                                context.flush();
                            }
                        },
                        1)
                .run();

        assertThat(headline(outcome)).contains("task 3 reads data object 7", "nothing has written it");
    }

    @Test
    void shouldShareBeforeTheFirstPhaseOnly() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Stencil() {
                            @Override
                            public void createTasks(TaskContext<Integer> context) throws Exception {
                                context.share("early", 1);
                                context.flush();
                                context.share("late", 1);
                            }
                        },
                        1)
                .run();

        assertThat(headline(outcome)).contains("found share('late') after tasks had gone to the engines");
    }

    @Test
    void shouldSayThatAnObjectWasReleased() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Stencil() {
                            @Override
                            public void createTasks(TaskContext<Integer> context) throws Exception {
                                context.write(7, 1);
                                context.release(7);
                                context.put(3);
                            }

                            @Override
                            public Long executeTask(Integer task, TaskContext<Integer> context) {
                                if (task == 3) {
                                    context.put(4, 7);
                                }
                                return 1L;
                            }
                        },
                        1,
                        1)
                .run();

        assertThat(headline(outcome)).contains("task 4 reads data object 7", "createTasks has released it");
    }

    @Test
    void shouldRefuseToUseAReleasedObjectAgain() throws InterruptedException {
        for (boolean reads : List.of(true, false)) {
            RunOutcome outcome = TestRun.of(
                            () -> new Stencil() {
                                @Override
                                public void createTasks(TaskContext<Integer> context) throws Exception {
                                    context.write(7, 1);
                                    context.release(7);
                                    if (reads) {
                                        context.read(7, Integer.class);
                                    } else {
                                        context.write(7, 1);
                                    }
                                }
                            },
                            1)
                    .run();

            assertThat(headline(outcome))
                    .contains(reads ? "found that it was released" : "found that of one that was released");
        }
    }

    @Test
    void shouldEndPhasesInCreateTasksOnly() throws InterruptedException {
        RunOutcome outcome = TestRun.of(
                        () -> new Stencil() {
                            @Override
                            public Long executeTask(Integer task, TaskContext<Integer> context) throws Exception {
                                context.flush();
                                return super.executeTask(task, context);
                            }
                        },
                        1)
                .run();

        assertThat(headline(outcome)).contains("found flush() on engine 0");
    }

    private static String headline(RunOutcome outcome) {
        return Objects.requireNonNull(outcome.failure(), "a failure").toString();
    }
}
