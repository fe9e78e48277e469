package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.coordinator.run.TestRun;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.TaskSettings;
import org.moide.samples.programs.radiosity.Radiosity;

/**
 * Tests that the tasks of {@code radiosity} lie in the pools that the user chooses and move as the strategy says, and
 * that neither changes the result: with real threads, some of which wait for the light of another engine.
 */
@Tag("races")
class RadiosityOnPoolsTest {
    private static final List<int[]> SHAPES = List.of(new int[] {2}, new int[] {1, 1}, new int[] {2, 2});

    @ParameterizedTest
    @EnumSource(Discipline.class)
    void shouldGiveTheSameResultAndCountEachTaskOnceWithEachStrategyAndShape(Discipline pool) throws Exception {
        TaskSettings settings = new TaskSettings(pool, FailurePolicy.DEFAULT, DataSettings.DEFAULT, false);
        for (String strategy : List.of("mig0", "mig1", "mig2", "S1")) {
            for (int[] shape : SHAPES) {
                TestRun run = TestRun.of(Radiosity::new, shape).with(strategy).with(settings);
                RunOutcome outcome = run.run("--output", "none", "--accuracy", "0.0003", "--passes", "2");
                assertThat(outcome.failure()).as(strategy).isNull();
                assertThat(run.faults).isEmpty();
                assertThat(run.results)
                        .as(strategy)
                        .containsEntry("interactions", 15_080L)
                        .containsEntry("absorbedPower", 43.63748220134085)
                        .containsEntry("tasks", executed(outcome));
                assertThat((Long) run.results.get("tasks")).isEqualTo(195);
                assertThat((Long) run.results.get("remoteTrees") > 0).isEqualTo(shape.length > 1);
            }
        }
    }

    private static long executed(RunOutcome outcome) {
        return outcome.engines().stream()
                .flatMap(engine -> Objects.requireNonNull(engine.statistics()).threads().stream())
                .mapToLong(thread -> thread.tasks())
                .sum();
    }
}
