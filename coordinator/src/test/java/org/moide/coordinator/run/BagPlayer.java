package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/** Plays whole runs of a bag of tasks, each drawn from a seed; throws if one fails. Loaded by name only. */
public final class BagPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        Scenario.drawn(seed, RunKind.BAG).play();
    }
}
