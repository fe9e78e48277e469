package org.moide.samples.programs.nbody;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SafePointCostTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldTellStepsWithSafePointsFromThoseWithout() {
        SafePointCost cost = new SafePointCost(0);
        long now = 0;
        for (int step = 1; step <= 40; step++) {
            long own = SafePointCost.isWith(step) ? 15 : 10;
            boolean disturbed = step <= 20 || (step - 1) % 5 == 0;
            now += (disturbed ? 1_000 + step : own) * MILLI;
            cost.ended(step, now);
        }
        assertThat(cost.secondsWith()).isEqualTo(0.015);
        assertThat(cost.secondsWithout()).isEqualTo(0.010);
    }

    @Test
    void shouldKnowNothingAfterAFewSteps() {
        SafePointCost cost = new SafePointCost(0);
        for (int step = 1; step <= 20; step++) {
            cost.ended(step, step * MILLI);
        }
        assertThat(cost.secondsWith()).isNaN();
    }
}
