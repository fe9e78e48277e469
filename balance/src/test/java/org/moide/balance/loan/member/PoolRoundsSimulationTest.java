package org.moide.balance.loan.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.balance.loan.Cores;
import org.moide.balance.loan.RoundsSimulation;

/**
 * Tests threads that put and take tasks in rounds: a round ends for all threads when all its tasks are done, and not
 * before.
 */
class PoolRoundsSimulationTest {
    private static final int SEEDS = Integer.getInteger("moide.seeds", 300);

    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldEndARoundForEveryThreadWhenItsTasksAreDone() {
        for (long seed = 0; seed < SEEDS; seed++) {
            RoundsSimulation rounds = new RoundsSimulation(seed, new Cores());
            // The run itself checks that each task was executed once and that each round has ended.
            assertThatNoException().as("seed %s", seed).isThrownBy(rounds::run);
        }
    }

    @Test
    void shouldRunTheSameAgainWhenTheSeedIsTheSame() {
        for (long seed = 0; seed < 50; seed++) {
            long first = new RoundsSimulation(seed, new Cores()).run().digest();
            assertThat(new RoundsSimulation(seed, new Cores()).run().digest())
                    .as("digest of seed " + seed)
                    .isEqualTo(first);
        }
    }
}
