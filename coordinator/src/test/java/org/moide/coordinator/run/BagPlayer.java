package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/** Plays whole runs of a bag of tasks, each from a seed; throws if one goes wrong. Loaded by its name only. */
public final class BagPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        Scenario.drawn(seed, RunKind.BAG).play();
    }
}
