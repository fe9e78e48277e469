package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.message.CommLimits;

/**
 * Tests elements that are combined as they arrive, over connections that break in between: no element may be combined
 * twice.
 */
class BrokenJoinTest {
    @Test
    void shouldJoinEachElementOnce() {
        BreakingPathTest path = new BreakingPathTest() {
            @Override
            int mostBytes() {
                return 400_000;
            }
        };
        try (TestSystem system = path.open(CommLimits.DEFAULT, 1, 1)) {
            // A broken connection is made anew after some time, so how many break in 200 rounds is up to the machine.
            do {
                assertThat(system.run(BrokenJoinTest::addUp)).containsOnlyNulls();
            } while (path.broken() <= 10);
        }
    }

    private static void addUp(CommLib comm) {
        double[] data = new double[100_000];
        for (int round = 0; round < 200; round++) {
            Arrays.fill(data, round + comm.id());
            comm.allReduce(data, Reduction.SUM);
            Data.assertFilled(data, 2 * round + 1, "allReduce " + round);
        }
    }
}
