package org.moide.coordinator.run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests a task which ends the process of every engine that runs it. It may cost one engine for each of its tries, and
 * nothing else.
 */
@Timeout(3_600)
class PoisonedRunTest {
    private static final long SEEDS = Math.max(1, Long.getLong("moide.seeds", 150) / 3);

    @Test
    void shouldLoseNoMoreEnginesThanATaskHasTriesWhenItEndsThem() {
        Long only = Long.getLong("moide.seed"); // -Dmoide.seed=4711 plays one seed
        for (long seed = only == null ? 1 : only; seed <= (only == null ? SEEDS : only); seed++) {
            PoisonedRun.play(seed);
        }
    }
}
