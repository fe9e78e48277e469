package org.moide.balance.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WorkerTableSimulationTest {
    private static final int SEEDS = Integer.getInteger("moide.worker.seeds", 500);
    private static final long FIRST = Long.getLong("moide.first.seed", 1);

    @Test
    void shouldHandleEachTaskOnceInOrderWhereverWorkersAreAndEndWhenAllIsDone() {
        int safePoints = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            SplittableRandom chance = new SplittableRandom(seed);
            WorkerWorld world = new WorkerWorld(chance, 1 + chance.nextInt(4), 300);
            try {
                world.play();
            } catch (RuntimeException wrong) {
                throw new AssertionError("seed " + seed + ": " + wrong.getMessage(), wrong);
            }
            safePoints += world.safePoints();
        }
        assertThat(safePoints).as("safe points that were come to").isGreaterThan(SEEDS / 4);
    }
}
