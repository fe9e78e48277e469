package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests tasks that run twice at once, while engines and messages are lost: every task counts once, and the run ends.
 */
class SecondCopiesTest {
    private static final int SEEDS = Math.max(150, Integer.getInteger("moide.seeds", 300));

    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldCountEveryTaskOnceWhenSomeRunTwiceAtOnce() {
        LoanTotals sum = LoanTotals.NONE;
        for (long seed = 0; seed < SEEDS; seed++) {
            Cores cores = seed % 4 == 0 ? new Cores() : Cores.unhurried(); // a hurried task ends when it is looked at
            sum = sum.plus(BagSimulation.ofLongTasks(seed, cores).run().totals());
        }
        assertThat(sum.secondCopies()).as("second copies").isGreaterThan(SEEDS / 3);
        assertThat(sum.copiesFirst())
                .as("of them done first")
                .isGreaterThan(SEEDS / 10)
                .isLessThan(sum.secondCopies());
    }
}
