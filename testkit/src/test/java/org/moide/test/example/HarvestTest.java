package org.moide.test.example;

import static org.assertj.core.api.Assertions.assertThat;

import org.moide.test.SimulatedCluster;
import org.moide.test.SimulatedOutcome;

class HarvestTest {
    @SimulatedCluster(application = Harvest.class, arguments = "10", engines = 3, seeds = 10, kills = 2, cuts = 1)
    void shouldStoreEachHarvestOnceWhenEnginesAreLost(SimulatedOutcome outcome) {
        long fields = (long) outcome.engines() * outcome.threads();
        assertThat(outcome.result("in store")).isEqualTo(55 * fields);
    }
}
