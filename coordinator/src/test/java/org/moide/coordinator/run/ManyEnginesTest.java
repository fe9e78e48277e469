package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a run in simulated time with as many engines as a large cluster has hosts. */
@Tag("tier1")
@Timeout(1_200)
class ManyEnginesTest {
    private static final int ENGINES = 1_000;
    private static final int ROOTS = 2 * ENGINES;

    /** The limit of simulated time for the run. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    @Test
    void shouldAssembleAndEndWithAThousandEngines() {
        RunShape shape = new RunShape(ENGINES, 1, "guided", ROOTS, 1, false, false, false, false);
        try (SimulatedRun run = new SimulatedRun(1, shape, new ScriptedApplication(SimulatedBag.ofOneRun(ROOTS, 1)))) {
            run.begin();
            run.cluster().runUntil(run::isOver, LIMIT);

            assertThat(run.outcome().failure()).isNull();
            assertThat(run.results()).containsEntry("count", SimulatedBag.expected(ROOTS)[0]);
            assertThat(run.results()).containsEntry("sum", SimulatedBag.expected(ROOTS)[1]);
            run.cluster().runUntil(run::isGone, LIMIT);
        }
    }
}
