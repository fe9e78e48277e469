package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Simulates whole runs of a bag of tasks, each from a seed. Throws an exception if a run fails. Other code refers to
 * this class by name only.
 */
public final class BagPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        Scenario.drawn(seed, RunKind.BAG).play();
    }
}
