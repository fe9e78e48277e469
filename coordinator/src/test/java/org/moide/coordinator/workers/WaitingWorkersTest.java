package org.moide.coordinator.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.coordinator.run.TestRun;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Directives;
import org.moide.engine.control.EngineStatistics;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WaitingWorkersTest {
    /** A tenth of a second and more. */
    private static double longWork() {
        double sum = 0;
        for (int i = 1; i < 10_000_000; i++) {
            sum += Math.sin(i);
        }
        return sum;
    }

    @Test
    void shouldNotTakeWaitingForAnAnswerForWork() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, Directives.NONE.startOn(0));
                    setup.workers(1, 1, Directives.NONE.startOn(1));
                    setup.send(0, "begin");
                })
                .handle((task, context) -> context.ask(1, "work", String.class).get())
                .answer((request, context) -> "worked " + longWork());

        RunOutcome outcome = TestRun.of(() -> application, 1, 1).workers("none").run();

        assertThat(computeNanos(outcome, 0)).isLessThan(computeNanos(outcome, 1) / 2);
    }

    @Test
    void shouldCountWhatASpareThreadDoesForTheThreadInWhosePlaceItDidIt() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 2, Directives.NONE);
                    setup.send(0, "begin");
                })
                .handle((task, context) -> context.ask(1, "work", String.class).get())
                .answer((request, context) -> "worked " + longWork());

        RunOutcome outcome = TestRun.of(() -> application, 1).workers("none").run();

        EngineStatistics.ThreadStatistics thread = Objects.requireNonNull(
                        outcome.engines().get(0).statistics())
                .threads()
                .get(0);
        assertThat(thread.tasks()).isEqualTo(2);
        assertThat(thread.time().computeNanos()).isGreaterThan(thread.time().wallNanos() / 2);
    }

    private static long computeNanos(RunOutcome outcome, int engine) {
        return Objects.requireNonNull(outcome.engines().get(engine).statistics())
                .threads()
                .get(0)
                .time()
                .computeNanos();
    }
}
