package org.moide.coordinator.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Directives;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Tests that the result of {@link NumberedTasks} does not depend on the order in which its workers take turns, and that
 * the application notices errors.
 */
class SequentialWorkersTest {
    private static final int RING = 12;
    private static final int STEPS = 20;

    @Test
    void shouldComeToTheSameInWhateverOrderWorkersTakeTheirTurns() {
        NumberedResult expected = NumberedTasks.expected(RING, STEPS);
        for (int seed = 2; seed < 20; seed++) {
            NumberedResult found = new SequentialWorkers<>(new NumberedTasks(RING, STEPS, units -> {}), seed).run();
            assertThatCode(() -> found.require(expected)).as("seed %s", seed).doesNotThrowAnyException();
        }
        int started = 2 * RING * (STEPS / 5);
        assertThat(expected.workers()).isEqualTo(RING + 3 + started);
        assertThat(expected.handled()).isGreaterThan(1_400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lost", "doubled", "undone", "swapped"})
    void shouldSeeWhatGoesWrong(String fault) {
        assertThatThrownBy(() -> new SequentialWorkers<>(new Faulty(fault), 7)
                        .run()
                        .require(NumberedTasks.expected(RING, STEPS)))
                .isInstanceOf(IllegalStateException.class);
    }

    /** A copy of the application that handles one of the forwarded tasks wrongly. */
    private static final class Faulty extends NumberedTasks {
        private final String fault;
        private int wanderers;

        Faulty(String fault) {
            super(RING, STEPS, units -> {});
            this.fault = fault;
        }

        @Override
        public void handle(NumberedTask task, WorkerContext<NumberedState, NumberedTask> context) {
            boolean now = task instanceof NumberedTask.Wanderer && ++wanderers == 77;
            NumberedState before = context.state().copy();
            if (now && fault.equals("lost")) {
                return;
            }
            if (now && fault.equals("swapped")) {
                NumberedTask.Wanderer wanderer = (NumberedTask.Wanderer) task;
                super.handle(
                        new NumberedTask.Wanderer(
                                wanderer.from(), wanderer.number() + 1, wanderer.payload(), wanderer.hops()),
                        context);
                return;
            }
            super.handle(task, context);
            if (now && fault.equals("doubled")) {
                super.handle(task, context);
            } else if (now && fault.equals("undone")) {
                context.become(before);
            }
        }
    }

    /** Checks that it is an error if a worker ends while a task is on its way to it. */
    @Test
    void shouldRefuseATaskForAWorkerThatHasEnded() {
        NumberedTasks ending = new NumberedTasks(RING, STEPS, units -> {}) {
            @Override
            public void begin(WorkerSetup<NumberedTask> setup) {
                setup.worker(0, Directives.NONE);
                for (NumberedTask task : List.of(new NumberedTask.Begin(), new NumberedTask.Begin())) {
                    setup.send(0, task);
                }
            }

            @Override
            public void handle(NumberedTask task, WorkerContext<NumberedState, NumberedTask> context) {
                context.end();
            }
        };
        assertThatThrownBy(() -> new SequentialWorkers<>(ending, 1).run()).hasMessageContaining("nothing left");
    }
}
