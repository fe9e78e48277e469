package org.moide.balance.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests cuts (snapshots of workers that run) with processes that are killed and restored, all drawn from seeds. */
class CutSimulationTest {
    private static final int SEEDS = Integer.getInteger("moide.worker.seeds", 500);
    private static final long FIRST = Long.getLong("moide.first.seed", 1);

    @Test
    void shouldHandleEachTaskOnceInOrderThoughProcessesAreKilledAndRestoredFromACut() {
        int cuts = 0;
        int kills = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            SplittableRandom chance = new SplittableRandom(seed);
            CutWorld world = new CutWorld(chance, 1 + chance.nextInt(4));
            try {
                world.play();
            } catch (RuntimeException wrong) {
                throw new AssertionError("seed " + seed + ": " + wrong.getMessage(), wrong);
            }
            cuts += world.cuts();
            kills += world.kills();
        }
        assertThat(cuts).as("cuts that were saved").isGreaterThan(SEEDS);
        assertThat(kills).as("times that all was restored from one").isGreaterThan(SEEDS / 2);
    }
}
