package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Simulates whole runs of a bag in which a task ends engines' processes, each from a seed. Throws an exception if a run
 * fails. Other code refers to this class by name only.
 */
public final class PoisonPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        PoisonedRun.play(seed);
    }
}
